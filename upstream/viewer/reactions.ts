import type { KindWith } from "#app/contract/kinds";
import { compiledQuery } from "#upstream/db/compiled-query";
import type { Db } from "#upstream/db/dialect";

/** Ids of these that the viewer liked; one statement, none for nobody. */
export const likedIds = (db: Db, viewerId: number | null, kind: KindWith<"likable">, ids: readonly number[]) =>
  reactedIds(db, viewerId, { table: "likes", kind }, ids);

/** Ids of these that the viewer put among the favorites; one statement, none for nobody. */
export const favoritedIds = (db: Db, viewerId: number | null, kind: KindWith<"favoritable">, ids: readonly number[]) =>
  reactedIds(db, viewerId, { table: "favorites", kind }, ids);

type Reaction = { table: "likes"; kind: KindWith<"likable"> } | { table: "favorites"; kind: KindWith<"favoritable"> };

type Targets = { viewerId: number; kind: string; ids: readonly number[] };

const reactedAmong = compiledQuery((db, { viewerId, kind, ids }: Targets, table: Reaction["table"]) =>
  db
    .selectFrom(table)
    .select("target_id")
    .where("user_id", "=", viewerId)
    .where("target_kind", "=", kind as Reaction["kind"])
    .where("target_id", "in", ids),
);

async function reactedIds(
  db: Db,
  viewerId: number | null,
  { table, kind }: Reaction,
  ids: readonly number[],
): Promise<Set<number>> {
  if (viewerId === null || ids.length === 0) return new Set();
  const rows = await reactedAmong(db, { viewerId, kind, ids }, table);
  return new Set(rows.map((row) => row.target_id));
}
