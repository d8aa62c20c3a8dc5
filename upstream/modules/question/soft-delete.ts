import { sql } from "kysely";
import { nowIso, type Services } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { removeFromLists } from "#upstream/db/list-position";
import { countUsers, type UserCount } from "#upstream/db/user-counters";
import { bump, keysOf } from "#upstream/db/versions";
import { softDeleteAnswersWhere } from "#upstream/modules/answer/soft-delete";
import { softDeleteCommentsOf } from "#upstream/modules/comment/write";
import { removeFromFeed } from "#upstream/modules/content/feed";
import { shownKeys } from "#upstream/modules/content/keys";
import { removeTaggings, tagLists } from "#upstream/modules/content/taggings";
import { hideNotificationsAbout } from "#upstream/modules/notification/hide";

const ANSWERED = "已经有人回答了这个问题，不能删除。可以修改问题，补充说明";

/**
 * Whoever asks may take the question back while nobody else has answered it: answers are their authors' work.
 * Locks the question, so that no answer comes in between.
 * @throws BusinessError FORBIDDEN
 */
export async function requireUnanswered(trx: Db, id: number, askerId: number): Promise<void> {
  await trx.updateTable("questions").set({ hot: sql`hot` }).where("id", "=", id).execute();
  const others = await trx
    .selectFrom("answers")
    .select("id")
    .where("question_id", "=", id)
    .where("author_id", "!=", askerId)
    .where("deleted_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  if (others) throw new BusinessError("FORBIDDEN", ANSWERED);
}

/**
 * Deletes a question with its answers and all comments; they carry the same `deleted_at`, so that they can
 * come back together. Deleting what is deleted changes nothing.
 * @throws BusinessError NOT_FOUND when there is no such question.
 */
export async function softDeleteQuestion(
  trx: Db,
  services: Pick<Services, "clock" | "search">,
  id: number,
): Promise<void> {
  const deletedAt = nowIso(services);
  const question = await trx
    .updateTable("questions")
    .set({ deleted_at: deletedAt })
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .returning(["id", "author_id", "created_at", "answer_count"])
    .executeTakeFirst();
  if (!question) {
    found(await trx.selectFrom("questions").select("id").where("id", "=", id).executeTakeFirst());
    return;
  }
  await hideNotificationsAbout(trx, "question", [id], deletedAt);
  const { answers, people } = await softDeleteAnswersWhere(trx, services, { question_id: id }, deletedAt);
  const followers = await trx
    .selectFrom("question_follows")
    .select(["user_id", "created_at"])
    .where("question_id", "=", id)
    .execute();
  const key = { createdAt: question.created_at, id };
  const changes: UserCount[] = [
    ...people,
    ...(await softDeleteCommentsOf(trx, "question", [id], deletedAt)),
    ...followers.map(({ user_id, created_at }) => ({
      userId: user_id,
      counter: "follow_question_count" as const,
      by: -1 as const,
      key: { createdAt: created_at, id },
    })),
    { userId: question.author_id, counter: "question_count", by: -1, key },
  ];
  const tags = await removeTaggings(trx, "question", id);
  await countUsers(trx, changes);
  await removeFromFeed(trx, "question", id);
  const lists = ["question", "feed", ...tagLists({ kind: "question", key, tags })];
  await removeFromLists(trx, question.answer_count === 0 ? [...lists, "question/unanswered"] : lists, key);
  await services.search.remove(trx, "question", id);
  await bump(trx, [
    ...shownKeys("question", question),
    ...answers.flatMap((one) => shownKeys("answer", one)),
    "search",
    ...keysOf(
      "profile",
      changes.map(({ userId }) => userId),
    ),
  ]);
}
