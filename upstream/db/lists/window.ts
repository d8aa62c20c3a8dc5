import { sql } from "kysely";
import type { ListKey } from "./site-lists";

/**
 * SQL condition "at or before this key" in the order (created_at, id); always true without a key. `table` may be an
 * alias.
 */
export function fromKey(table: string, key: ListKey | null, idColumn = "id") {
  if (key === null) return sql<boolean>`1 = 1`;
  return sql<boolean>`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.${idColumn}`)}) <= (${key.createdAt}, ${key.id})`;
}
