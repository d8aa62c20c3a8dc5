import { TextDiff } from "#app/features/difference/text-diff";
import type { FieldChange } from "./changed-fields.server";

/** Changed fields with text diffs; internal data for undoing is collapsed below. */
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
          <dd className="text-diff">
            <TextDiff parts={parts} />
          </dd>
        </div>
      ))}
    </dl>
  ) : null;
