import { type RawBuilder, sql } from "kysely";
import type { Db } from "#upstream/db/dialect";
import { findStretch, findStretchCapped, type ListKey, type Window } from "#upstream/db/list-position";
import type { LivePin } from "./queries";

/** Page of a list: what is pinned on it, and the stretch of all others that follows, to be read without what is pinned. */
export type PinnedPage = { total: number; pinned: readonly LivePin[]; rest: Window };

type Asked = { page: number; pageSize: number; hot: boolean };

/**
 * Finds a page of a list at whose top some of its entries are pinned. They stand there once and are passed over further
 * down, so that nothing comes twice or is missed, and a far page costs what it costs without them; one statement.
 * @param pins all that are pinned in the list, the highest first; every one is an entry of it
 */
export async function findPinnedPage(
  db: Db,
  list: string,
  pins: readonly LivePin[],
  { page, pageSize, hot }: Asked,
): Promise<PinnedPage> {
  const start = (page - 1) * pageSize;
  const pinned = pins.slice(start, start + pageSize);
  const stretch = { skipped: Math.max(0, start - pins.length), wanted: pageSize - pinned.length };
  const window = await (hot ? findStretchCapped : findStretch)(db, list, stretch);
  // Pinned entries above the anchor are counted by it, and no others stand in their places.
  const { from } = window;
  const above = from === null ? 0 : pins.filter((pin) => isNewer(pin.key, from)).length;
  const limit = Math.max(0, Math.min(stretch.wanted, window.total - pins.length - stretch.skipped));
  return { total: window.total, pinned, rest: { ...window, offset: window.offset + above, limit } };
}

const isNewer = (one: ListKey, other: ListKey): boolean =>
  one.createdAt === other.createdAt ? one.id > other.id : one.createdAt > other.createdAt;

/** Condition that leaves out what is pinned. @param column with the number of a thing */
export const notPinned = (column: string, pins: readonly LivePin[]): RawBuilder<boolean> =>
  pins.length === 0
    ? sql<boolean>`1 = 1`
    : sql<boolean>`${sql.ref(column)} not in (${sql.join(pins.map(({ key }) => key.id))})`;

/** Rows of a page, in order: those that are pinned say so. */
export const withPinned = <Row extends { id: number }>(
  rows: readonly Row[],
  pins: readonly LivePin[],
): (Row & { pinned?: boolean })[] => {
  if (pins.length === 0) return [...rows];
  const ids = new Set(pins.map(({ key }) => key.id));
  return rows.map((row) => (ids.has(row.id) ? { ...row, pinned: true } : row));
};
