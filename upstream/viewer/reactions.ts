import type { KindWith } from "#app/contract/kinds";
import { compiledQuery } from "#upstream/db/compiled-query";
import type { Db } from "#upstream/db/dialect";

type Targets = { viewerId: number; kind: KindWith<"likable">; ids: readonly number[] };

const likedAmong = compiledQuery((db, { viewerId, kind, ids }: Targets) =>
  db
    .selectFrom("likes")
    .select("target_id")
    .where("user_id", "=", viewerId)
    .where("target_kind", "=", kind)
    .where("target_id", "in", ids),
);

/** Returns those of these ids that the viewer liked; one statement, none without a viewer. */
export async function likedIds(
  db: Db,
  viewerId: number | null,
  kind: KindWith<"likable">,
  ids: readonly number[],
): Promise<Set<number>> {
  if (viewerId === null || ids.length === 0) return new Set();
  const rows = await likedAmong(db, { viewerId, kind, ids });
  return new Set(rows.map((row) => row.target_id));
}

type Kept = KindWith<"likable"> & KindWith<"favoritable">;
type Target = { viewerId: number; kind: Kept; id: number };

const reactedTo = compiledQuery((db, { viewerId, kind, id }: Target) =>
  db.selectNoFrom((eb) => {
    const own = (table: "likes" | "favorites") =>
      eb.exists(
        eb
          .selectFrom(table)
          .select("target_id")
          .where("user_id", "=", viewerId)
          .where("target_kind", "=", kind)
          .where("target_id", "=", id),
      );
    return [own("likes").as("liked"), own("favorites").as("favorited")];
  }),
);

/** Whether the viewer liked a text and has it as a favorite; one statement, none without a viewer. */
export async function reactionsTo(
  db: Db,
  viewerId: number | null,
  kind: Kept,
  id: number,
): Promise<{ liked: boolean; favorited: boolean }> {
  const [own] = viewerId === null ? [] : await reactedTo(db, { viewerId, kind, id });
  return { liked: Boolean(own?.liked), favorited: Boolean(own?.favorited) };
}
