import { sql } from "kysely";
import type { KindWith } from "#app/contract/kinds";
import { found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import type { VersionKey } from "#upstream/db/versions";
import { rankInFeed } from "./feed";
import { articleKeys, caseKeys } from "./keys";
import { hotRank, reactionPoints } from "./rules";

type ReactionTarget = KindWith<"favoritable">;
type Counter = "like_count" | "favorite_count" | "comment_count";

type ReactionCounts = {
  id: number;
  /** Null for a case: nobody wrote it. */
  author_id: number | null;
  created_at: string;
  like_count: number;
  favorite_count: number;
  comment_count: number;
};

/**
 * Adds to a counter of an article or a case and ranks it anew.
 * @throws BusinessError NOT_FOUND when it is not there or deleted.
 */
export async function countReaction(
  trx: Db,
  kind: ReactionTarget,
  id: number,
  counter: Counter,
  by: 1 | -1,
): Promise<ReactionCounts> {
  const [table, author] = kind === "article" ? ["articles", "author_id"] : ["cases", "null"];
  const { rows } = await sql<ReactionCounts>`update ${sql.table(table)}
    set ${sql.ref(counter)} = ${sql.ref(counter)} + ${by}
    where id = ${id} and deleted_at is null
    returning id, ${sql.raw(author)} as author_id, created_at, like_count, favorite_count, comment_count`.execute(trx);
  const counts = found(rows[0]);
  const hot = hotRank(reactionPoints(counts), counts.created_at);
  await sql`update ${sql.table(table)} set hot = ${hot} where id = ${id}`.execute(trx);
  await rankInFeed(trx, kind, id, hot);
  return counts;
}

/**
 * The counters of an article or a case as they are.
 * @throws BusinessError NOT_FOUND when it is not there or deleted.
 */
export async function reactionCounts(trx: Db, kind: ReactionTarget, id: number) {
  const { rows } = await sql<{ like_count: number; favorite_count: number }>`select like_count, favorite_count
    from ${sql.table(kind === "article" ? "articles" : "cases")} where id = ${id} and deleted_at is null`.execute(trx);
  return found(rows[0]);
}

/** Version keys of the pages that show it. */
export function reactionKeys(kind: ReactionTarget, { id, author_id }: ReactionCounts): VersionKey[] {
  return kind === "article" && author_id !== null ? articleKeys({ id, author_id }) : caseKeys({ id });
}
