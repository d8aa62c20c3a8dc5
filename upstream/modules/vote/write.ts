import { sql } from "kysely";
import type { Vote } from "#app/contract/content/answer";
import type { Services } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { countUsers } from "#upstream/db/lists/user-counters";
import { bump } from "#upstream/db/versions";
import { wilsonLowerBound } from "#upstream/modules/answer/rules";
import { countOnQuestion, rankQuestion } from "#upstream/modules/content/ranking";
import { shownKeys } from "#upstream/modules/content/version-keys";
import { writtenAt } from "#upstream/modules/content/written-at";
import { type NotificationEvent, notify, retractNotifications } from "#upstream/modules/notification/notify";

type VoteState = { vote: Vote; voteUp: number; voteDown: number };

/**
 * Sets or removes a vote on an answer; idempotent.
 * @throws BusinessError NOT_FOUND if the answer does not exist or is deleted
 */
export async function setVote(
  trx: Db,
  services: Pick<Services, "clock">,
  wanted: { userId: number; answerId: number; vote: Vote; createdAt?: string },
): Promise<VoteState> {
  const { answerId, vote } = wanted;
  const answer = found(
    await trx
      .selectFrom("answers")
      .select(["question_id", "vote_up", "vote_down"])
      .where("id", "=", answerId)
      .where("deleted_at", "is", null)
      .executeTakeFirst(),
  );
  const removed = await removeOtherVote(trx, wanted);
  const added = vote === "none" ? 0 : await cast(trx, services, { ...wanted, vote });
  if (removed === null && added === 0) return { vote, voteUp: answer.vote_up, voteDown: answer.vote_down };

  const up = (added && vote === "up" ? 1 : 0) - (removed === 1 ? 1 : 0);
  const down = (added && vote === "down" ? 1 : 0) - (removed === -1 ? 1 : 0);
  const question = await countOnQuestion(trx, answer.question_id);
  const counted = found(
    await trx
      .updateTable("answers")
      .set({ vote_up: sql`vote_up + ${up}`, vote_down: sql`vote_down + ${down}` })
      .where("id", "=", answerId)
      .where("deleted_at", "is", null)
      .returning(["vote_up", "vote_down", "author_id"])
      .executeTakeFirst(),
  );
  // Its current author, who may have changed by a merge until here.
  const { author_id: authorId } = counted;
  await trx
    .updateTable("answers")
    .set({ score: wilsonLowerBound(counted.vote_up, counted.vote_down) })
    .where("id", "=", answerId)
    .execute();
  await rankQuestion(trx, question);
  await countUsers(trx, [{ userId: authorId, counter: "liked_count", by: up }]);
  const event: NotificationEvent = {
    userId: authorId,
    verb: "vote",
    actorId: wanted.userId,
    target: { kind: "answer", id: answerId },
  };
  const at = writtenAt(services, wanted.createdAt);
  const notified = up === 0 ? [] : await (up > 0 ? notify : retractNotifications)(trx, [event], at);
  await bump(trx, [
    ...shownKeys("answer", { ...answer, author_id: authorId, id: answerId }),
    ...shownKeys("question", question),
    ...notified,
  ]);
  return { vote, voteUp: counted.vote_up, voteDown: counted.vote_down };
}

const VALUES = { up: 1, down: -1 } as const;

/** Removes a vote other than the wanted one; returns its value, null if there was none. */
async function removeOtherVote(
  trx: Db,
  wanted: { userId: number; answerId: number; vote: Vote },
): Promise<1 | -1 | null> {
  let others = trx.deleteFrom("votes").where("user_id", "=", wanted.userId).where("answer_id", "=", wanted.answerId);
  if (wanted.vote !== "none") others = others.where("value", "!=", VALUES[wanted.vote]);
  const row = await others.returning("value").executeTakeFirst();
  return row?.value ?? null;
}

/** Adds the vote unless it exists; returns how many were added. */
async function cast(
  trx: Db,
  services: Pick<Services, "clock">,
  wanted: { userId: number; answerId: number; vote: "up" | "down"; createdAt?: string },
): Promise<number> {
  const result = await trx
    .insertInto("votes")
    .values({
      user_id: wanted.userId,
      answer_id: wanted.answerId,
      value: VALUES[wanted.vote],
      created_at: writtenAt(services, wanted.createdAt),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0);
}
