/** A field of a form as it is stored: its label, its value in the form, and what to show if that is not for people. */
export type StoredField = { label: string; value: string; shown?: string | undefined };

/** All fields of a form as they are stored: each must be there, or else saving again reverts it unseen. */
export type StoredFields<Name extends string> = Record<Name, StoredField>;

type Props<Name extends string> = {
  stored: StoredFields<Name>;
  /** Values of the refused form. */
  submitted: Partial<Record<Name, string>> | undefined;
};

/** Fields in which what somebody else saved differs from what was submitted. */
export function TheirFields<Name extends string>({ stored, submitted }: Props<Name>) {
  const differing = (Object.entries(stored) as [Name, StoredField][]).filter(
    ([name, { value }]) => plain(value) !== plain(submitted?.[name] ?? ""),
  );
  if (differing.length === 0) return <p>每一项都和你填的一样。</p>;
  return (
    <dl className="admin-diff">
      {differing.map(([name, { label, value, shown = value }]) => (
        <div key={name} className="admin-diff__field">
          <dt>{label}</dt>
          <dd>
            <pre className="admin-diff__text">{shown || "空着"}</pre>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A checkbox. */
export const storedBox = (label: string, value: string): StoredField => ({ label, value, shown: value ? "是" : "否" });

/** One of several options, shown by its name; `held` names one that is not among them (hidden or deleted since). */
export const storedChoice = (
  label: string,
  value: string,
  options: readonly (readonly [value: string, name: string])[],
  held?: string,
): StoredField => ({ label, value, shown: options.find(([one]) => one === value)?.[1] ?? held });

/** A time, as its input has it. */
export const storedTime = (label: string, value: string): StoredField => ({
  label,
  value,
  shown: value.replace("T", " "),
});

/** A text without what browsers change in it. */
const plain = (text: string): string => text.replace(/\r\n?/g, "\n").trim();
