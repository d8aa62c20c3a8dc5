import { FieldError } from "#app/components/ui/field-error";

type Props = {
  /** Staff who may read submissions; empty if they can't be loaded. */
  readers: readonly { userId: number; nickname: string }[];
  /** Ids of the selected ones. */
  chosen: readonly string[];
  /** Changes when the initial selection changes. */
  version: string;
  error: string | undefined;
};

/** Selection of the staff who are notified of submissions. */
export function ToldStaff({ readers, chosen, version, error }: Props) {
  // Selected staff who are no longer offered are removed on save; if the list could not be loaded, all stay.
  const unknown = readers.length === 0 ? chosen : [];
  return (
    <fieldset key={version} className="admin-panel" aria-describedby="notify-help">
      <legend>有新答卷时通知谁</legend>
      {readers.map(({ userId, nickname }) => (
        <label key={userId} className="choice">
          <input type="checkbox" name="notify" value={userId} defaultChecked={chosen.includes(String(userId))} />
          {nickname}
        </label>
      ))}
      {unknown.map((id) => (
        <input key={id} type="hidden" name="notify" value={id} />
      ))}
      <FieldError id="notify-error" message={error} />
      <p className="field__help" id="notify-help">
        在他们的“系统消息”里；没看之前来多少份都是一条，写着几份。这里只有看得到答卷的工作人员。
      </p>
    </fieldset>
  );
}
