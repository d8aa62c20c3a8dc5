import { sql } from "kysely";
import { hasTrait, type KindWith } from "#app/contract/kinds";
import { found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import { countReaction } from "#upstream/modules/content/reactions";

type Favoritable = KindWith<"favoritable">;
/** A thing with its favorite count. */
type Counted = { id: number; author_id: number | null; question_id?: number; favorite_count: number };

/**
 * Changes the favorite count of a thing and recomputes its rank, if it has one.
 * @throws BusinessError NOT_FOUND if it does not exist or is deleted
 */
export async function countFavorite(trx: Db, kind: Favoritable, id: number, by: 1 | -1): Promise<Counted> {
  if (hasTrait(kind, "likable")) return countReaction(trx, { kind, id }, { counter: "favorite_count", by });
  const { rows } = await sql<Counted>`update ${sql.table(STORED[kind].table)}
    set favorite_count = favorite_count + ${by} where id = ${id} and deleted_at is null
    returning id, author_id, favorite_count ${kind === "answer" ? sql`, question_id` : sql``}`.execute(trx);
  return found(rows[0]);
}

/** Favorite count of a thing. @throws BusinessError NOT_FOUND if it does not exist or is deleted */
export async function favoriteCountOf(db: Db, kind: Favoritable, id: number): Promise<number> {
  const { rows } = await sql<{ favorite_count: number }>`select favorite_count from ${sql.table(STORED[kind].table)}
    where id = ${id} and deleted_at is null`.execute(db);
  return found(rows[0]).favorite_count;
}
