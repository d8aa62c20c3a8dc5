import { type RawBuilder, sql } from "kysely";
import { BusinessError } from "#upstream/call/errors";

/** Position in a list sorted by newest, after a row: its time, and its id among rows of the same time. */
export const placeAfter = ({ created_at, id }: { created_at: string; id: number }): string => `${created_at}~${id}`;

/**
 * SQL condition for rows after a list position.
 * @throws BusinessError INVALID_PARAMS if the position is invalid
 */
export function beforePlace(cursor: string, table: string): RawBuilder<boolean> {
  const [, when, number] = /^(\d{4}-[\d:.TZ-]{1,30})~(\d{1,15})$/.exec(cursor) ?? [];
  if (!when || !number) throw new BusinessError("INVALID_PARAMS");
  return sql<boolean>`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)}) < (${when}, ${Number(number)})`;
}
