import type { FieldChange } from "./diff";

/** Fields that differ, each with what it was and what it is; one without a name is the whole. */
export function FieldDiff({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <dl className="admin-diff">
      {changes.map(({ name, before, after }) => (
        <div key={name} className="admin-diff__field">
          {name ? <dt>{name}</dt> : null}
          {before === null ? null : (
            <dd className="admin-diff__before">
              <del>{before}</del>
            </dd>
          )}
          {after === null ? null : (
            <dd className="admin-diff__after">
              <ins>{after}</ins>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
