import { sql } from "kysely";
import { found } from "#upstream/call/errors";
import { compiledQuery } from "#upstream/db/compiled-query";
import type { Db } from "#upstream/db/dialect";
import type { CommentsTable } from "#upstream/db/schema/comments";
import type { VersionKey } from "#upstream/db/versions";
import { countOnQuestion, rankQuestion } from "#upstream/modules/content/ranking";
import { countReaction } from "#upstream/modules/content/reactions";
import { shownKeys } from "#upstream/modules/content/version-keys";

/** The text that a comment belongs to, as columns of its row. */
export type Target = Pick<CommentsTable, "target_kind" | "target_id">;

/** Version key of the page that shows a target's comments; for an answer, its question's page. */
export async function findPageKey(db: Db, { target_kind, target_id }: Target): Promise<VersionKey> {
  if (target_kind !== "answer") return `${target_kind}/${target_id}`;
  const answer = await db.selectFrom("answers").select("question_id").where("id", "=", target_id).executeTakeFirst();
  return `question/${found(answer).question_id}`;
}

/**
 * Changes the comment count of a target and recomputes its rank; returns its owner and the version keys of what shows
 * it.
 * @throws BusinessError NOT_FOUND if the target does not exist or is deleted
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
    const place = { kind: target_kind, id: target_id };
    const counts = await countReaction(trx, place, { counter: "comment_count", by });
    return { authorId: counts.author_id, keys: shownKeys(target_kind, counts) };
  }
  const answer = found((await countOnAnswer(trx, { id: target_id, by }))[0]);
  return { authorId: answer.author_id, keys: shownKeys("answer", answer) };
}

const countOnAnswer = compiledQuery((db, { id, by }: { id: number; by: number }) =>
  db
    .updateTable("answers")
    .set({ comment_count: sql`comment_count + ${by}` })
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .returning(["id", "question_id", "author_id"]),
);
