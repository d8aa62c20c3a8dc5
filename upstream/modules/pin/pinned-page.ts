import { type RawBuilder, sql } from "kysely";
import type { Db } from "#upstream/db/dialect";
import { findStretch, findStretchCapped, type ListKey, type Window } from "#upstream/db/lists/site-lists";
import type { LivePin } from "./queries";

/** A page of a list: its pinned entries, and the window of others that follows, excluding pinned ones. */
export type PinnedPage = { total: number; pinned: readonly LivePin[]; rest: Window };

type Asked = { page: number; pageSize: number; hot: boolean };

/**
 * Finds a page of a list that starts with pinned entries, which are skipped further down, so that nothing appears twice
 * or is missing, and a far page costs the same; one statement.
 * @param pins everything pinned in the list, highest first; each is an entry of it
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
  // The anchor counts pinned entries above it, which don't appear at their position.
  const { from } = window;
  const above = from === null ? 0 : pins.filter((pin) => isNewer(pin.key, from)).length;
  const limit = Math.max(0, Math.min(stretch.wanted, window.total - pins.length - stretch.skipped));
  return { total: window.total, pinned, rest: { ...window, offset: window.offset + above, limit } };
}

const isNewer = (one: ListKey, other: ListKey): boolean =>
  one.createdAt === other.createdAt ? one.id > other.id : one.createdAt > other.createdAt;

/** SQL condition that excludes pinned things. @param column with the id */
export const notPinned = (column: string, pins: readonly LivePin[]): RawBuilder<boolean> =>
  pins.length === 0
    ? sql<boolean>`1 = 1`
    : sql<boolean>`${sql.ref(column)} not in (${sql.join(pins.map(({ key }) => key.id))})`;

/** Rows of a page, in order, with the pinned flag. */
export const withPinned = <Row extends { id: number }>(
  rows: readonly Row[],
  pins: readonly LivePin[],
): (Row & { pinned?: boolean })[] => {
  if (pins.length === 0) return [...rows];
  const ids = new Set(pins.map(({ key }) => key.id));
  return rows.map((row) => (ids.has(row.id) ? { ...row, pinned: true } : row));
};
