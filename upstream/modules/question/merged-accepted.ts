import { found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { bump } from "#upstream/db/versions";
import { retractNotifications } from "#upstream/modules/notification/notify";

/** Changes by a merge to which answer is accepted. */
export type MergedAccepted = {
  /** Answer that is no longer accepted, because the other question has an accepted one; null for none. */
  unaccepted: number | null;
  /** Answer that is now the accepted one of the other question; null for none. */
  accepted: number | null;
};

/** Keeps the first question's accepted answer accepted if the other has none. */
export async function moveAccepted(trx: Db, from: number, into: number): Promise<MergedAccepted> {
  const { accepted_answer_id: moved } = await askedAs(trx, from);
  if (moved === null) return { accepted: null, unaccepted: null };
  if ((await askedAs(trx, into)).accepted_answer_id !== null) {
    await trx.updateTable("answers").set({ accepted: 0 }).where("id", "=", moved).execute();
    return { accepted: null, unaccepted: moved };
  }
  await trx.updateTable("questions").set({ accepted_answer_id: moved }).where("id", "=", into).execute();
  return { accepted: moved, unaccepted: null };
}

/**
 * Leaves the other question without an accepted answer if that one moves back. One that was accepted since the merge
 * is not accepted where it moves back to, and its author's notification is withdrawn.
 * @param answers all that move back
 */
export async function leaveAccepted(
  trx: Db,
  { into, answers, accepted, at }: { into: number; answers: readonly number[]; accepted: number | null; at: string },
): Promise<void> {
  const { accepted_answer_id: id, author_id: actorId } = await askedAs(trx, into);
  if (id === null || !answers.includes(id)) return;
  await trx.updateTable("questions").set({ accepted_answer_id: null }).where("id", "=", into).execute();
  if (id === accepted) return;
  const { author_id: userId } = await trx
    .updateTable("answers")
    .set({ accepted: 0 })
    .where("id", "=", id)
    .returning("author_id")
    .executeTakeFirstOrThrow();
  await bump(
    trx,
    await retractNotifications(trx, [{ userId, verb: "accept", actorId, target: { kind: "answer", id } }], at),
  );
}

const askedAs = async (trx: Db, id: number) =>
  found(
    await trx
      .selectFrom("questions")
      .select(["accepted_answer_id", "author_id"])
      .where("id", "=", id)
      .executeTakeFirst(),
  );
