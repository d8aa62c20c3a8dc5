import { type RawBuilder, sql } from "kysely";
import { BusinessError } from "#upstream/call/errors";

/** Place in a list, the newest first, after a row: when it came, and its number among those of the same moment. */
export const placeAfter = ({ created_at, id }: { created_at: string; id: number }): string => `${created_at}~${id}`;

/**
 * Condition on rows of a table that come after a place in its list.
 * @throws BusinessError INVALID_PARAMS for what `placeAfter` never gave
 */
export function beforePlace(cursor: string, table: string, [at, id] = ["created_at", "id"]): RawBuilder<boolean> {
  const [, when, number] = /^(\d{4}-[\d:.TZ-]{1,30})~(\d{1,15})$/.exec(cursor) ?? [];
  if (!when || !number) throw new BusinessError("INVALID_PARAMS");
  return sql<boolean>`(${sql.ref(`${table}.${at}`)}, ${sql.ref(`${table}.${id}`)}) < (${when}, ${Number(number)})`;
}
