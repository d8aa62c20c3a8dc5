import { sql } from "kysely";
import { compiledQuery } from "#upstream/db/compiled-query";
import type { Db } from "#upstream/db/dialect";
import type { FeedEntriesTable } from "#upstream/db/schema/feed-entries";
import type { VersionKey } from "#upstream/db/versions";

/**
 * Number of entries at the top of 热门 with a version key of their own: the first page including skipped pins, and some
 * more.
 */
const FIRST = 40;

type Look = { kind: string; id: number; lower: number; upper: number };

/** Query: whether another home feed entry lies between two ranks, and the rank of the last of the first entries. */
const lookAround = compiledQuery((db, { kind, id, lower, upper }: Look) =>
  db.selectNoFrom([
    sql<number | null>`(select 1 from feed_entries where hot >= ${lower} and hot <= ${upper}
      and not (kind = ${kind} and item_id = ${id}) limit 1)`.as("passed"),
    sql<number | null>`(select hot from feed_entries order by hot desc, item_id desc, kind desc
      limit 1 offset ${sql.lit(FIRST - 1)})`.as("last_first"),
  ]),
);

type Move = { kind: FeedEntriesTable["kind"]; id: number; from: number; to: number };

/**
 * Version keys of the ranges of 热门 whose order changes when an entry (already written) moves from one rank to another;
 * most reactions move nothing past anything. The order within one kind is covered by both keys together.
 */
export async function movedKeys(trx: Db, { kind, id, from, to }: Move): Promise<VersionKey[]> {
  const [lower, upper] = [Math.min(from, to), Math.max(from, to)];
  const [around] = await lookAround(trx, { kind, id, lower, upper });
  if (!around?.passed) return [];
  const last = around.last_first ?? Number.NEGATIVE_INFINITY;
  return [...(upper >= last ? (["hot-first"] as const) : []), ...(lower < last ? (["hot-rest"] as const) : [])];
}

/**
 * Version keys of the order of a range of 热门: `offset` entries are skipped, `limit` follow; `pins` is the number of
 * pinned entries, whose position is unknown.
 */
export function orderKeys({ offset, limit, pins }: { offset: number; limit: number; pins: number }): VersionKey[] {
  if (offset + limit + pins <= FIRST) return ["hot-first"];
  return offset >= FIRST ? ["hot-rest"] : ["hot-first", "hot-rest"];
}

/** Version keys of the order of 热门 within one kind. */
export const KIND_ORDER_KEYS: readonly VersionKey[] = ["hot-first", "hot-rest"];
