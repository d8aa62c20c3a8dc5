import type { z } from "zod";
import type { authorPageQuery } from "#app/contract/common";
import { questionApi } from "#app/contract/content/question";
import { draftTargets } from "#app/contract/writing/draft-targets";
import type { Call } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { show, showPage } from "#upstream/call/shown";
import { keysOf } from "#upstream/db/versions";
import { KIND_ORDER_KEYS } from "#upstream/modules/content/hot-order";
import { requireOwn } from "#upstream/modules/content/own";
import { softDelete } from "#upstream/modules/content/soft-delete";
import { ownSource } from "#upstream/modules/content/source";
import { publishChange } from "#upstream/modules/publication/publish-change";
import { publishNew } from "#upstream/modules/publication/publish-new";
import { limitedWrite } from "#upstream/policy/limited-write";
import {
  authorQuestions,
  findQuestion,
  findQuestionCounts,
  findRelated,
  followedQuestions,
  listQuestions,
} from "./queries";
import { requireUnanswered } from "./require-unanswered";
import { questionDetailView, questionSummaryView } from "./view";
import { setQuestionFollow } from "./write";

export const question = implement(questionApi, {
  create: ({ body }, call) =>
    publishNew(call, "question", body, { draftTarget: draftTargets.new("question", body.draft) }),

  update: ({ body }, call) => publishChange(call, "question", body),

  remove: ({ body: { id } }, call) =>
    limitedWrite(call, "manage", async (trx, userId) => {
      await requireOwn(trx, "question", id, userId);
      await requireUnanswered(trx, id, userId);
      await softDelete(trx, call, "question", id);
      return null;
    }),

  follow: ({ body: { id } }, call) =>
    limitedWrite(call, "react", (trx, userId) => setQuestionFollow(trx, call, { userId, questionId: id, on: true })),

  unfollow: ({ body: { id } }, call) =>
    limitedWrite(call, "react", (trx, userId) => setQuestionFollow(trx, call, { userId, questionId: id, on: false })),

  async get({ params }, call) {
    call.dependsOn(`question/${params.id}`);
    return show(call, questionDetailView(found(await findQuestion(call.db, params.id))));
  },

  async extraInfo({ params }, { db, viewer, dependsOn }) {
    dependsOn(`question/${params.id}`);
    const viewerId = viewer?.userId ?? null;
    const row = found(await findQuestionCounts(db, params.id, viewerId));
    return {
      answerCount: row.answer_count,
      followCount: row.follow_count,
      commentCount: row.comment_count,
      followed: Boolean(row.followed),
      favoriteCount: row.favorite_count,
      favorited: Boolean(row.favorited),
      mine: viewerId === row.author_id,
      myAnswerId: row.my_answer_id,
      deletable: viewerId === row.author_id && row.others_answer_id === null,
    };
  },

  async list({ query }, call) {
    call.dependsOn("questions");
    if (query.sort === "hot") call.dependsOn(...KIND_ORDER_KEYS);
    return showPage(call, query, await listQuestions(call, query), questionSummaryView);
  },

  authorList: ({ query }, call) => pageOfAuthor(call, query),
  myList: ({ query }, call) => pageOfAuthor(call, { ...query, userId: call.viewer.userId }),

  async followList({ query }, call) {
    call.dependsOn(`profile/${query.userId}`);
    const followed = await followedQuestions(call.db, query);
    return showPage(call, query, followed, questionSummaryView);
  },

  async relevantList({ query }, { db, dependsOn }) {
    const rows = await findRelated(db, { questionId: query.questionId });
    // Deleted ones, too: they are back once they are restored.
    const ids = rows.map((row) => row.id);
    dependsOn(`question/${query.questionId}`, ...keysOf("card/question", ids));
    const here = rows.filter((row) => row.deleted_at === null);
    return here.map((row) => ({ id: row.id, title: row.title, answerCount: row.answer_count }));
  },

  init: ({ params: { id } }, { db, viewer }) => ownSource(db, "question", { id, userId: viewer.userId }),
});

/** One page of a person's texts, newest first. It depends on `user/…` too, because the author is shown with each. */
async function pageOfAuthor(call: Call, query: z.output<typeof authorPageQuery>) {
  call.dependsOn(`by/question/${query.userId}`, `user/${query.userId}`);
  return showPage(call, query, await authorQuestions(call.db, query), questionSummaryView);
}
