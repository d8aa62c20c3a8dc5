import { type SqlBool, sql } from "kysely";
import { type KindWith, kindsWith } from "#app/contract/kinds";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import { setFavorite } from "#upstream/modules/favorites/write";
import { setLike } from "#upstream/modules/like/write";
import { setVote } from "#upstream/modules/vote/write";

/** A member's reaction to a text, as it was. */
export type Reaction =
  | { verb: "like"; kind: KindWith<"likable">; id: number; at: string }
  | { verb: "favorite"; kind: KindWith<"favoritable">; id: number; at: string }
  | { verb: "vote"; vote: "up" | "down"; id: number; at: string };

/** Rows of a table about existing texts of these kinds; its name says whose `target_id`, as comments have one, too. */
const there = (table: "likes" | "favorites", kinds: readonly (keyof typeof STORED)[]) =>
  sql<SqlBool>`(${sql.join(
    kinds.map(
      (kind) => sql`target_kind = ${kind} and exists (select 1 from ${sql.table(STORED[kind].table)} t
        where t.id = ${sql.ref(`${table}.target_id`)} and t.deleted_at is null)`,
    ),
    sql` or `,
  )})`;

/** A member's likes, favorites and votes on existing texts, by type, oldest first. */
export async function reactionsOf(trx: Db, userId: number): Promise<Reaction[]> {
  const likes = await trx
    .selectFrom("likes")
    .select(["target_kind", "target_id", "created_at"])
    .where("user_id", "=", userId)
    .where(there("likes", kindsWith("likable")))
    .orderBy("created_at")
    .orderBy("target_id")
    .execute();
  const favorites = await trx
    .selectFrom("favorites")
    .select(["target_kind", "target_id", "created_at"])
    .where("user_id", "=", userId)
    .where(there("favorites", kindsWith("favoritable")))
    .orderBy("created_at")
    .orderBy("target_id")
    .execute();
  const votes = await trx
    .selectFrom("votes as v")
    .innerJoin("answers as a", "a.id", "v.answer_id")
    .select(["v.answer_id", "v.value", "v.created_at"])
    .where("v.user_id", "=", userId)
    .where("a.deleted_at", "is", null)
    .orderBy("v.created_at")
    .orderBy("v.answer_id")
    .execute();
  return [
    ...likes.map((row): Reaction => ({ verb: "like", kind: row.target_kind, id: row.target_id, at: row.created_at })),
    ...favorites.map(
      (row): Reaction => ({ verb: "favorite", kind: row.target_kind, id: row.target_id, at: row.created_at }),
    ),
    ...votes.map(
      (row): Reaction => ({ verb: "vote", vote: row.value > 0 ? "up" : "down", id: row.answer_id, at: row.created_at }),
    ),
  ];
}

type Needs = Pick<Services, "clock">;

/** Removes a reaction, and its effect on counters. */
export async function takeBackReaction(trx: Db, services: Needs, userId: number, one: Reaction): Promise<void> {
  if (one.verb === "vote") await setVote(trx, services, { userId, answerId: one.id, vote: "none" });
  else if (one.verb === "like")
    await setLike(trx, services, { userId, targetKind: one.kind, targetId: one.id, on: false });
  else await setFavorite(trx, services, { userId, targetKind: one.kind, targetId: one.id, on: false });
}

/** Restores a reaction, if its text exists. */
export async function setReactionAgain(trx: Db, services: Needs, userId: number, one: Reaction): Promise<void> {
  const kind = one.verb === "vote" ? "answer" : one.kind;
  const target = trx
    .selectFrom(STORED[kind].table)
    .select("id")
    .where("id", "=", one.id)
    .where("deleted_at", "is", null);
  if (!(await target.executeTakeFirst())) return;
  const { id, at: createdAt } = one;
  if (one.verb === "vote") await setVote(trx, services, { userId, answerId: id, vote: one.vote, createdAt });
  else if (one.verb === "like")
    await setLike(trx, services, { userId, targetKind: one.kind, targetId: id, on: true, createdAt });
  else await setFavorite(trx, services, { userId, targetKind: one.kind, targetId: id, on: true, createdAt });
}
