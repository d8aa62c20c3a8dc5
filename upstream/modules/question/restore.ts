import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { addToLists } from "#upstream/db/list-position";
import { fromJson } from "#upstream/db/schema/columns";
import { countUsers, type UserCount } from "#upstream/db/user-counters";
import { bump, keysOf } from "#upstream/db/versions";
import { restoreAnswersWhere } from "#upstream/modules/answer/restore";
import { restoreCommentsOf } from "#upstream/modules/comment/restore";
import { addToFeed } from "#upstream/modules/content/feed";
import { shownKeys } from "#upstream/modules/content/keys";
import { addTaggings, tagLists } from "#upstream/modules/content/taggings";
import { showNotificationsAbout } from "#upstream/modules/notification/hide";

/** Brings back a question that was deleted at `deletedAt`, with the answers and comments that went with it. */
export async function restoreQuestion(
  trx: Db,
  services: Pick<Services, "search" | "markdown">,
  id: number,
  deletedAt: string,
): Promise<void> {
  const question = await trx
    .updateTable("questions")
    .set({ deleted_at: null })
    .where("id", "=", id)
    .where("deleted_at", "=", deletedAt)
    .returning(["id", "author_id", "title", "content", "tags", "hot", "answer_count", "created_at"])
    .executeTakeFirst();
  if (!question) return;
  const createdAt = question.created_at;
  const body = services.markdown.plain(question.content);
  await services.search.put(trx, [{ kind: "question", id, title: question.title, body, createdAt }]);
  await showNotificationsAbout(trx, "question", [id], deletedAt);
  const { answers, people } = await restoreAnswersWhere(trx, services, { question_id: id }, deletedAt);
  const followers = await trx
    .selectFrom("question_follows")
    .select(["user_id", "created_at"])
    .where("question_id", "=", id)
    .execute();
  const key = { createdAt, id };
  const changes: UserCount[] = [
    ...people,
    ...(await restoreCommentsOf(trx, "question", [id], deletedAt)),
    ...followers.map(({ user_id, created_at }) => ({
      userId: user_id,
      counter: "follow_question_count" as const,
      by: 1 as const,
      key: { createdAt: created_at, id },
    })),
    { userId: question.author_id, counter: "question_count", by: 1, key },
  ];
  const tagged = { kind: "question", key, tags: fromJson<string[]>(question.tags) } as const;
  await countUsers(trx, changes);
  await addTaggings(trx, tagged);
  await addToFeed(trx, { kind: "question", id, createdAt, hot: question.hot });
  const lists = ["question", "feed", ...tagLists(tagged)];
  await addToLists(trx, question.answer_count === 0 ? [...lists, "question/unanswered"] : lists, tagged.key);
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
