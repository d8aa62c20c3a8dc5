import { type RawBuilder, sql } from "kysely";

/**
 * SQL for things of somebody's that staff removed, which are deleted as well: by that they are found in the author's
 * index. A condition on the time of removal alone would take that of everybody's removed things.
 * @param alias of their table
 */
export const isRemovedOf = (alias: string, authorId: number): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<boolean>`${column("author_id")} = ${authorId} and ${column("deleted_at")} is not null
    and coalesce(${column("removed_at")}, '') != ''`;
};
