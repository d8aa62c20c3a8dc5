import { type SqlBool, sql } from "kysely";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { changedSince } from "./changed-since";

/** Row's position in a list that staff order, ascending. */
export type Position = { id: number; position: number };

/** Tables of what staff order. */
type OrderedTable = "classifications" | "zhiku_categories" | "zhiku_offers";

/**
 * Refuses an order of other rows than the list has, or of one twice.
 * @param before all rows of the list
 * @param after the same rows at their new positions
 * @param told what the refusal says
 * @throws BusinessError CONFLICT
 */
export function requireWholeOrder(before: readonly Position[], after: readonly Position[], told?: string): void {
  const ids = new Set(after.map(({ id }) => id));
  const isWhole = ids.size === after.length && ids.size === before.length && before.every(({ id }) => ids.has(id));
  if (!isWhole) throw new BusinessError("CONFLICT", told);
}

/**
 * Refuses to undo a reordering if the items were reordered again since.
 * @param now current positions
 * @param after positions after the reordering, as logged
 * @throws BusinessError CONFLICT
 */
export function refuseReordered(now: readonly Position[], after: readonly Position[]): void {
  const held = new Map(now.map(({ id, position }) => [id, position]));
  if (after.some(({ id, position }) => held.get(id) !== position)) {
    throw changedSince();
  }
}

/** Position after all others of a table, or of its rows of which `among` is true. */
export async function nextPosition(db: Db, table: OrderedTable, among = sql<SqlBool>`true`): Promise<number> {
  const { last } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.max("position").as("last"))
    .where(among)
    .executeTakeFirstOrThrow();
  return last === null ? 0 : Number(last) + 1;
}
