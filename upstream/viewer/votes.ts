import type { Vote } from "#app/contract/answer";
import type { Db } from "#upstream/db/dialect";

/** Votes of the viewer on these answers; those without a vote are left out. One statement, none for nobody. */
export async function votesOn(
  db: Db,
  viewerId: number | null,
  answerIds: readonly number[],
): Promise<Map<number, Vote>> {
  if (viewerId === null || answerIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("votes")
    .select(["answer_id", "value"])
    .where("user_id", "=", viewerId)
    .where("answer_id", "in", answerIds)
    .execute();
  return new Map(rows.map((row) => [row.answer_id, row.value === 1 ? "up" : "down"]));
}
