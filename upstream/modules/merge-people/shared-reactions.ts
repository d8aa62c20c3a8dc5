import { type RawBuilder, sql } from "kysely";
import { type Kind, kindsWith } from "#app/contract/kinds";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import { wilsonLowerBound } from "#upstream/modules/answer/rules";
import { setFavorite } from "#upstream/modules/favorites/write";
import { setUserFollow } from "#upstream/modules/follow/write";
import { setLike } from "#upstream/modules/like/write";
import { setQuestionFollow } from "#upstream/modules/question/write";
import { setVote } from "#upstream/modules/vote/write";

type Needs = Pick<Services, "clock">;
/** Two people, of whom the first is merged into the second. */
export type Pair = { from: number; into: number };

/**
 * Removes what one of two people did to the same things as the other, so that it counts once; the remaining person's
 * votes are kept. Also removes follows between the two.
 * @returns how many were removed
 */
export async function dropShared(trx: Db, services: Needs, { from, into }: Pair): Promise<number> {
  let dropped = 0;
  for (const kind of kindsWith("likable")) {
    for (const id of await shared(trx, "likes", kind, { from, into })) {
      dropped += 1;
      if (await isThere(trx, kind, id))
        await setLike(trx, services, { userId: from, targetKind: kind, targetId: id, on: false });
      else await dropDead(trx, "likes", { kind, id, userId: from, count: "like_count" });
    }
  }
  for (const kind of kindsWith("favoritable")) {
    for (const id of await shared(trx, "favorites", kind, { from, into })) {
      dropped += 1;
      // Kept in the first person's folders, which become the other's.
      await trx
        .updateTable("favorite_places")
        .set({ user_id: into })
        .where("user_id", "=", from)
        .where("target_kind", "=", kind)
        .where("target_id", "=", id)
        .execute();
      if (await isThere(trx, kind, id))
        await setFavorite(trx, services, { userId: from, targetKind: kind, targetId: id, on: false });
      else await dropDead(trx, "favorites", { kind, id, userId: from, count: "favorite_count" });
    }
  }
  for (const { id, value } of await sharedVotes(trx, { from, into })) {
    dropped += 1;
    if (await isThere(trx, "answer", id)) await setVote(trx, services, { userId: from, answerId: id, vote: "none" });
    else {
      const count = value > 0 ? "vote_up" : "vote_down";
      await trx.deleteFrom("votes").where("user_id", "=", from).where("answer_id", "=", id).execute();
      const counted = await trx
        .updateTable("answers")
        .set({ [count]: sql`${sql.ref(count)} - 1` })
        .where("id", "=", id)
        .returning(["vote_up", "vote_down"])
        .executeTakeFirstOrThrow();
      const score = wilsonLowerBound(counted.vote_up, counted.vote_down);
      await trx.updateTable("answers").set({ score }).where("id", "=", id).execute();
    }
  }
  dropped += await dropSharedQuestions(trx, services, { from, into });
  return dropped + (await dropSharedFollows(trx, services, { from, into }));
}

async function shared(trx: Db, table: "likes" | "favorites", kind: Kind, { from, into }: Pair): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select a.target_id as id from ${sql.table(table)} a
    join ${sql.table(table)} b on b.target_kind = a.target_kind and b.target_id = a.target_id
    where a.target_kind = ${kind} and a.user_id = ${from} and b.user_id = ${into} order by a.target_id`.execute(trx);
  return rows.map(({ id }) => id);
}

const sharedVotes = (trx: Db, { from, into }: Pair) =>
  trx
    .selectFrom("votes as a")
    .innerJoin("votes as b", "b.answer_id", "a.answer_id")
    .select(["a.answer_id as id", "a.value"])
    .where("a.user_id", "=", from)
    .where("b.user_id", "=", into)
    .orderBy("a.answer_id")
    .execute();

async function isThere(trx: Db, kind: Kind, id: number): Promise<boolean> {
  const { rows } = await sql`select id from ${sql.table(STORED[kind].table)}
    where id = ${id} and deleted_at is null`.execute(trx);
  return rows.length > 0;
}

type Dead = { kind: Kind; id: number; userId: number; count: string };

/**
 * Removes a reaction on a deleted thing: deletes its row and only adjusts the counter, in case the thing is restored.
 */
async function dropDead(trx: Db, table: string, { kind, id, userId, count }: Dead): Promise<void> {
  await sql`delete from ${sql.table(table)}
    where user_id = ${userId} and target_kind = ${kind} and target_id = ${id}`.execute(trx);
  await sql`update ${sql.table(STORED[kind].table)} set ${sql.ref(count)} = ${sql.ref(count)} - 1
    where id = ${id}`.execute(trx);
}

async function dropSharedQuestions(trx: Db, services: Needs, { from, into }: Pair): Promise<number> {
  const rows = await trx
    .selectFrom("question_follows as a")
    .innerJoin("question_follows as b", "b.question_id", "a.question_id")
    .select("a.question_id as id")
    .where("a.user_id", "=", from)
    .where("b.user_id", "=", into)
    .orderBy("a.question_id")
    .execute();
  for (const { id } of rows) {
    if (await isThere(trx, "question", id)) {
      await setQuestionFollow(trx, services, { userId: from, questionId: id, on: false });
      continue;
    }
    await trx.deleteFrom("question_follows").where("user_id", "=", from).where("question_id", "=", id).execute();
    await sql`update questions set follow_count = follow_count - 1 where id = ${id}`.execute(trx);
  }
  return rows.length;
}

async function dropSharedFollows(trx: Db, services: Needs, { from, into }: Pair): Promise<number> {
  const ids = async (rows: RawBuilder<{ id: number }>) => (await rows.execute(trx)).rows.map(({ id }) => id);
  const followed = await ids(sql`select a.followed_id as id from user_follows a where a.follower_id = ${from}
    and (a.followed_id = ${into} or exists (select 1 from user_follows b
      where b.follower_id = ${into} and b.followed_id = a.followed_id)) order by 1`);
  const fans = await ids(sql`select a.follower_id as id from user_follows a where a.followed_id = ${from}
    and (a.follower_id = ${into} or exists (select 1 from user_follows b
      where b.followed_id = ${into} and b.follower_id = a.follower_id)) order by 1`);
  for (const id of followed) await setUserFollow(trx, services, { followerId: from, followedId: id, on: false });
  for (const id of fans) await setUserFollow(trx, services, { followerId: id, followedId: from, on: false });
  return followed.length + fans.length;
}
