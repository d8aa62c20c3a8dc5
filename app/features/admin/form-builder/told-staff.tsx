import { FieldError } from "#app/components/ui/field-error";

type Props = {
  /** Staff who may read answers; none where they can't be had. */
  readers: readonly { userId: number; nickname: string }[];
  /** Numbers of those that are told. */
  chosen: readonly string[];
  /** Changes where other boxes are to be ticked than those that the page came with. */
  version: string;
  error: string | undefined;
};

/** Choice of the staff who are told when somebody answers a form. */
export function ToldStaff({ readers, chosen, version, error }: Props) {
  // Who is not offered any more goes when the form is saved; where nobody could be asked for, all stay.
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
