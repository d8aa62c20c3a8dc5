import { TextDiff } from "./text-diff";
import type { TextPart } from "./text-difference.server";

type Props = { changes: readonly { name: string; parts: readonly TextPart[] }[] };

/** Changes of each field of a text, by the fields' labels. */
export function FieldChanges({ changes }: Props) {
  return (
    <dl className="history__fields">
      {changes.map(({ name, parts }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="text-diff">
            <TextDiff parts={parts} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
