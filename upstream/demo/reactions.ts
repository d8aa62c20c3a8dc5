import { DAY } from "#runtime/time-units";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { recount } from "#upstream/jobs/recount/recount";
import type { Chance } from "./chance";
import type { Written } from "./content";
import { soonAfter } from "./demo-time";
import type { People } from "./people";

const ROWS_AT_ONCE = 500;

/**
 * Writes votes, likes, favorites and follows: tens of thousands of rows in bulk, from which every counter and rank is
 * then computed once.
 */
export async function writeReactions(
  services: Services,
  people: People,
  written: Written,
  chance: Chance,
): Promise<number> {
  const now = services.clock();
  const authors = [...people.authors.values()];
  const everybody = [...authors, ...people.readers];
  const votes = written.answers.flatMap(({ id, createdAt, votes: wanted }) =>
    chance.sample(everybody, Math.min(wanted + chance.between(0, 3), everybody.length)).map((userId, index) => ({
      user_id: userId,
      answer_id: id,
      value: index < wanted ? (1 as const) : (-1 as const),
      created_at: soonAfter(now, createdAt, chance),
    })),
  );
  const on = <K extends string>(kind: K, list: readonly { id: number; createdAt: string }[], most: number) =>
    list.flatMap(({ id, createdAt }) =>
      chance.sample(everybody, Math.floor(chance.next() ** 2 * most)).map((userId) => ({
        user_id: userId,
        target_kind: kind,
        target_id: id,
        created_at: soonAfter(now, createdAt, chance),
      })),
    );
  const likes = [
    ...on("article", written.articles, 120),
    ...on("case", written.cases, 90),
    ...on("comment", written.comments, 7),
  ];
  const favorites = [...on("article", written.articles, 50), ...on("case", written.cases, 60)];
  const questionFollows = written.questions.flatMap(({ id, createdAt }) =>
    chance.sample(everybody, Math.floor(chance.next() ** 2 * 60)).map((userId) => ({
      user_id: userId,
      question_id: id,
      created_at: soonAfter(now, createdAt, chance),
    })),
  );
  const longAgo = new Date(now.getTime() - 300 * DAY).toISOString();
  const userFollows = everybody.flatMap((follower) =>
    chance
      .sample(authors, chance.between(1, 12))
      .filter((followed) => followed !== follower)
      .map((followed) => ({
        follower_id: follower,
        followed_id: followed,
        created_at: soonAfter(now, longAgo, chance),
      })),
  );
  await transact(services.db, async (trx) => {
    await insertAll(trx, "votes", votes);
    await insertAll(trx, "likes", likes);
    await insertAll(trx, "favorites", favorites);
    await insertAll(trx, "question_follows", questionFollows);
    await insertAll(trx, "user_follows", userFollows);
    await recount(trx);
  });
  return votes.length + likes.length + favorites.length + questionFollows.length + userFollows.length;
}

async function insertAll<T extends "votes" | "likes" | "favorites" | "question_follows" | "user_follows">(
  trx: Db,
  table: T,
  rows: readonly object[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await trx
      .insertInto(table)
      .values(rows.slice(from, from + ROWS_AT_ONCE) as never)
      .execute();
  }
}
