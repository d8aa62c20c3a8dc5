import { type RawBuilder, sql } from "kysely";
import { hasTrait } from "#app/contract/kinds";
import { found } from "#upstream/call/errors";
import { compiledQuery } from "#upstream/db/compiled-query";
import type { Db } from "#upstream/db/dialect";
import { type RatedKind, STORED } from "#upstream/db/stored-kinds";
import { moveInFeed } from "./feed";
import { hotRank, reactionPoints } from "./rules";

/** Counters of reactions, with the trait of the kinds that have each. */
const COUNTERS = { like_count: "likable", favorite_count: "favoritable", comment_count: "commentable" } as const;
export type ReactionCounter = keyof typeof COUNTERS;

type ReactionCounts = Record<ReactionCounter, number> & {
  id: number;
  /** Author; null for a case, which has none. */
  author_id: number | null;
  created_at: string;
};

/** SQL for a counter of a kind's rows; 0 if the kind lacks it. */
const counterOf = (kind: RatedKind, counter: ReactionCounter): RawBuilder<number> =>
  hasTrait(kind, COUNTERS[counter]) ? sql.ref<number>(counter) : sql.lit(0);

/** SQL that selects all counters of a kind by name. */
export const countersOf = (kind: RatedKind): RawBuilder<unknown> =>
  sql.join(
    (Object.keys(COUNTERS) as ReactionCounter[]).map((name) => sql`${counterOf(kind, name)} as ${sql.ref(name)}`),
  );

/**
 * Adds to a reaction counter and recomputes the rank.
 * @throws BusinessError NOT_FOUND if it does not exist or is deleted
 */
export async function countReaction(
  trx: Db,
  { kind, id }: { kind: RatedKind; id: number },
  { counter, by }: { counter: ReactionCounter; by: 1 | -1 },
): Promise<ReactionCounts> {
  const counted = found((await addToCounter(trx, { id, by }, kind, counter))[0]);
  const hot = hotRank(reactionPoints(counted), counted.created_at);
  if (hot === counted.hot) return counted;
  await setHot(trx, { id, hot }, STORED[kind].table);
  await moveInFeed(trx, { kind, id, from: counted.hot, to: hot });
  return counted;
}

const addToCounter = compiledQuery<
  { id: number; by: number },
  [kind: RatedKind, counter: ReactionCounter],
  ReactionCounts & { hot: number }
>((_db, { id, by }, kind, counter) => {
  const author = hasTrait(kind, "owned") ? sql.ref("author_id") : sql`null`;
  return sql`update ${sql.table(STORED[kind].table)} set ${sql.ref(counter)} = ${sql.ref(counter)} + ${by}
    where id = ${id} and deleted_at is null
    returning id, ${author} as author_id, created_at, hot, ${countersOf(kind)}`;
});

const setHot = compiledQuery<{ id: number; hot: number }, [table: string], never>(
  (_db, { id, hot }, table) => sql`update ${sql.table(table)} set hot = ${hot} where id = ${id}`,
);

/**
 * Current reaction counters of a thing.
 * @throws BusinessError NOT_FOUND if it does not exist or is deleted
 */
export async function reactionCounts(trx: Db, kind: RatedKind, id: number) {
  const { rows } = await sql<Record<ReactionCounter, number>>`select ${countersOf(kind)}
    from ${sql.table(STORED[kind].table)} where id = ${id} and deleted_at is null`.execute(trx);
  return found(rows[0]);
}
