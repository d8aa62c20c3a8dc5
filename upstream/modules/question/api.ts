import type { z } from "zod";
import type { authorPageQuery } from "#app/contract/common";
import { questionApi } from "#app/contract/content/question";
import { draftTargets } from "#app/contract/writing/draft-targets";
import type { Call } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { show, showPage } from "#upstream/call/shown";
import { transact } from "#upstream/db/transact";
import { keysOf } from "#upstream/db/versions";
import { shownTexts } from "#upstream/modules/content/editor-columns";
import { KIND_ORDER_KEYS } from "#upstream/modules/content/hot-order";
import { requireOwn } from "#upstream/modules/content/own";
import { requirePublisher } from "#upstream/modules/content/publisher";
import { softDelete } from "#upstream/modules/content/soft-delete";
import { ownSource } from "#upstream/modules/content/source";
import { prepareWritten } from "#upstream/modules/content/written-text";
import { removeDrafts } from "#upstream/modules/draft/write";
import { moderate, withdrawChanges } from "#upstream/modules/moderation/moderate";
import { idempotent, type RecordOutcome } from "#upstream/policy/idempotent";
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
import { updateQuestion } from "./update";
import { questionDetailView, questionSummaryView } from "./view";
import { insertQuestion, setQuestionFollow } from "./write";

export const question = implement(questionApi, {
  create: (input, call) =>
    idempotent(call, input.body, async (body, note: RecordOutcome<{ id: number }>) => {
      const { captchaVerification: pass, knownDraftAt: knownAt } = input.body;
      const authorId = await requirePublisher(call, "publish");
      const draft = { target: draftTargets.new("question", body.draft), knownAt, published: body };
      const prepared = await prepareWritten(call, "question", { ...body, authorId });
      await moderate(
        call,
        {
          kind: "question",
          authorId,
          target: null,
          fields: body,
          texts: shownTexts("question", prepared),
          draft,
          pass,
        },
        note,
      );
      return transact(call.db, async (trx) => {
        await removeDrafts(trx, authorId, draft);
        const written = await insertQuestion(trx, call, prepared);
        await note(trx, { code: "SUCCESS", data: written });
        return written;
      });
    }),

  async update({ body: { captchaVerification: pass, knownDraftAt: knownAt, ...body } }, call) {
    const { id, version, reason, ...fields } = body;
    const authorId = await requirePublisher(call, "edit");
    await requireOwn(call.db, "question", id, authorId);
    const prepared = await prepareWritten(call, "question", { ...fields, authorId });
    const draft = { target: draftTargets.change("question", id), knownAt, published: body };
    const texts = { ...shownTexts("question", prepared), reason: [reason] };
    await moderate(call, { kind: "question", authorId, target: { id, version }, fields: body, texts, draft, pass });
    return transact(call.db, async (trx) => {
      await removeDrafts(trx, authorId, draft);
      await withdrawChanges(trx, "question", id);
      return updateQuestion(trx, call, { id, version, reason, text: prepared });
    });
  },

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
    const ids = rows.map((row) => row.id);
    dependsOn(`question/${query.questionId}`, ...keysOf("card/question", ids));
    return rows.map((row) => ({ id: row.id, title: row.title, answerCount: row.answer_count }));
  },

  init: ({ params: { id } }, { db, viewer }) => ownSource(db, "question", { id, userId: viewer.userId }),
});

/** One page of a person's texts, newest first. It depends on `user/…` too, because the author is shown with each. */
async function pageOfAuthor(call: Call, query: z.output<typeof authorPageQuery>) {
  call.dependsOn(`by/question/${query.userId}`, `user/${query.userId}`);
  return showPage(call, query, await authorQuestions(call.db, query), questionSummaryView);
}
