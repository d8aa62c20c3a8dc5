import type { FieldChange } from "./changed-fields.server";
import type { TextPart } from "./text-difference.server";

/** Fields that differ, each with how its text became the other; what only undoing needs stands folded below. */
export function FieldDiff({ changes }: { changes: readonly FieldChange[] }) {
  const kept = changes.filter((change) => change.kept);
  return (
    <>
      <Fields changes={changes.filter((change) => !change.kept)} />
      {kept.length > 0 ? (
        <details className="admin-diff__kept">
          <summary>为撤销和核对留下的记录</summary>
          <Fields changes={kept} />
        </details>
      ) : null}
    </>
  );
}

const Fields = ({ changes }: { changes: readonly FieldChange[] }) =>
  changes.length > 0 ? (
    <dl className="admin-diff">
      {changes.map(({ name, parts }) => (
        <div key={name} className="admin-diff__field">
          {name ? <dt>{name}</dt> : null}
          <dd>
            {parts.map((part, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other name
              <Part key={at} part={part} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  ) : null;

function Part({ part }: { part: TextPart }) {
  if ("leftOut" in part) return <span className="admin-diff__left-out">…… 相同的 {part.leftOut} 字 ……</span>;
  if (part.in === "both") return <span>{part.text}</span>;
  return part.in === "before" ? <del>{part.text}</del> : <ins>{part.text}</ins>;
}
