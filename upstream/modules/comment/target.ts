import { sql } from "kysely";
import { found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import type { CommentsTable } from "#upstream/db/schema/comments";
import type { VersionKey } from "#upstream/db/versions";
import { shownKeys } from "#upstream/modules/content/keys";
import { countOnQuestion, rankQuestion } from "#upstream/modules/content/ranking";
import { countReaction } from "#upstream/modules/content/reactions";

/** The text that a comment stands under, as its row names it. */
export type Target = Pick<CommentsTable, "target_kind" | "target_id">;

/** The version key of the page that shows the comments of a target; those of an answer are on its question's. */
export async function pageKey(db: Db, { target_kind, target_id }: Target): Promise<VersionKey> {
  if (target_kind !== "answer") return `${target_kind}/${target_id}`;
  const answer = await db.selectFrom("answers").select("question_id").where("id", "=", target_id).executeTakeFirst();
  return `question/${found(answer).question_id}`;
}

/**
 * Adds to the comments of a target and ranks it anew; gives whose it is and what shows it.
 * @throws BusinessError NOT_FOUND when the target is not there or deleted.
 */
export async function countOnTarget(
  trx: Db,
  { target_kind, target_id }: Target,
  by: 1 | -1,
): Promise<{ authorId: number | null; keys: VersionKey[] }> {
  if (target_kind === "question") {
    const question = await countOnQuestion(trx, target_id, { comment_count: by });
    await rankQuestion(trx, question);
    return { authorId: question.author_id, keys: shownKeys("question", question) };
  }
  if (target_kind !== "answer") {
    const counts = await countReaction(trx, target_kind, target_id, "comment_count", by);
    return { authorId: counts.author_id, keys: shownKeys(target_kind, counts) };
  }
  const answer = found(
    await trx
      .updateTable("answers")
      .set({ comment_count: sql`comment_count + ${by}` })
      .where("id", "=", target_id)
      .where("deleted_at", "is", null)
      .returning(["id", "question_id", "author_id"])
      .executeTakeFirst(),
  );
  return { authorId: answer.author_id, keys: shownKeys("answer", answer) };
}
