import { invalid } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { mergedInto } from "#upstream/modules/question/merged-into";

/** Whether a member has answered a question, or the one that it was merged into. */
export async function hasAnswer(db: Db, authorId: number, questionId: number): Promise<boolean> {
  const into = await mergedInto(db, questionId);
  const own = await db
    .selectFrom("answers")
    .select("id")
    .where("author_id", "=", authorId)
    .where("question_id", "in", into === null ? [questionId] : [questionId, into])
    .where("deleted_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return own !== undefined;
}

/**
 * Refuses a second answer of a member to a question, as from another tab. Merged questions, imports and the trash may
 * leave several.
 * @throws BusinessError INVALID_PARAMS with `data.fields`
 */
export async function requireNoAnswer(db: Db, authorId: number, questionId: number): Promise<void> {
  if (await hasAnswer(db, authorId, questionId))
    throw invalid({ content: "你已经回答过这个问题，请打开问题页，把要补充的内容加到原来的回答里" });
}
