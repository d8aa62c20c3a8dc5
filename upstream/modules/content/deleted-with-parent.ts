import { type RawBuilder, sql } from "kysely";
import { type Kind, type KindWith, kindsWith } from "#app/contract/kinds";
import { storedAs } from "#upstream/db/stored-kinds";

/** SQL for whether a thing was deleted together with the thing it belongs to, and comes back with it. */
export function isDeletedWithParent(kind: KindWith<"recoverable">): RawBuilder<boolean> {
  const { table, under } = storedAs(kind);
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const isGoneWith = (parent: Kind, id: string) => sql<boolean>`exists (select 1
    from ${sql.table(storedAs(parent).table)} p where p.id = ${column(id)} and p.deleted_at = ${column("deleted_at")})`;
  if (under) return isGoneWith(under.kind, under.column);
  if (kind !== "comment") return sql<boolean>`1 = 0`;
  const parents = kindsWith("commentable").map(
    (parent) => sql`(comments.target_kind = ${parent} and ${isGoneWith(parent, "target_id")})`,
  );
  return sql<boolean>`(${sql.join(parents, sql` or `)})`;
}
