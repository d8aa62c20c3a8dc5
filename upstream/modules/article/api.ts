import type { z } from "zod";
import type { authorPageQuery } from "#app/contract/common";
import { articleApi } from "#app/contract/content/article";
import { draftTargets } from "#app/contract/writing/draft-targets";
import type { Call } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { show, showPage } from "#upstream/call/shown";
import { fromJson } from "#upstream/db/schema/columns";
import { transact } from "#upstream/db/transact";
import { changeText } from "#upstream/modules/content/change-text";
import { shownTexts } from "#upstream/modules/content/editor-columns";
import { KIND_ORDER_KEYS } from "#upstream/modules/content/hot-order";
import { insertText } from "#upstream/modules/content/insert-text";
import { requireOwn } from "#upstream/modules/content/own";
import { requirePublisher } from "#upstream/modules/content/publisher";
import { softDelete } from "#upstream/modules/content/soft-delete";
import { ownSource } from "#upstream/modules/content/source";
import { removeDrafts } from "#upstream/modules/draft/write";
import { moderate, withdrawChanges } from "#upstream/modules/moderation/moderate";
import { idempotent, type RecordOutcome } from "#upstream/policy/idempotent";
import { limitedWrite } from "#upstream/policy/limited-write";
import type { Heading } from "#upstream/services/markdown/markdown";
import { reactionsTo } from "#upstream/viewer/reactions";
import { prepareSentArticle } from "./prepare";
import { authorArticles, findArticle, listArticles } from "./queries";
import { articleSummaryView } from "./view";

export const article = implement(articleApi, {
  create: (input, call) =>
    idempotent(call, input.body, async (body, note: RecordOutcome<{ id: number }>) => {
      const { captchaVerification: pass, knownDraftAt: knownAt } = input.body;
      const authorId = await requirePublisher(call, "publish");
      const draft = { target: draftTargets.new("article", body.draft), knownAt, published: body };
      const prepared = await prepareSentArticle(call, { ...body, authorId });
      await moderate(
        call,
        { kind: "article", authorId, target: null, fields: body, texts: shownTexts("article", prepared), draft, pass },
        note,
      );
      return transact(call.db, async (trx) => {
        await removeDrafts(trx, authorId, draft);
        const written = await insertText(trx, call, "article", prepared);
        await note(trx, { code: "SUCCESS", data: written });
        return written;
      });
    }),

  async update({ body: { captchaVerification: pass, knownDraftAt: knownAt, ...body } }, call) {
    const { id, version, reason, ...fields } = body;
    const authorId = await requirePublisher(call, "edit");
    await requireOwn(call.db, "article", id, authorId);
    const prepared = await prepareSentArticle(call, { ...fields, authorId }, id);
    const draft = { target: draftTargets.change("article", id), knownAt, published: fields };
    const texts = { ...shownTexts("article", prepared), reason: [reason] };
    await moderate(call, { kind: "article", authorId, target: { id, version }, fields: body, texts, draft, pass });
    return transact(call.db, async (trx) => {
      await removeDrafts(trx, authorId, draft);
      await withdrawChanges(trx, "article", id);
      return changeText(trx, call, { kind: "article", id, version, reason, text: prepared });
    });
  },

  remove: ({ body: { id } }, call) =>
    limitedWrite(call, "manage", async (trx, userId) => {
      await requireOwn(trx, "article", id, userId);
      await softDelete(trx, call, "article", id);
      return null;
    }),

  async get({ params }, call) {
    call.dependsOn(`article/${params.id}`);
    const row = found(await findArticle(call.db, params.id));
    return {
      ...show(call, articleSummaryView(row)),
      contentHtml: row.content_html,
      headings: fromJson<Heading[]>(row.headings),
      length: row.length,
      version: row.version,
    };
  },

  async extraInfo({ params }, { db, viewer, sharedPart }) {
    const row = await sharedPart(`article/extraInfo/${params.id}`, async (shared) => {
      shared.dependsOn(`article/${params.id}`);
      return found(
        await shared.db
          .selectFrom("articles")
          .select(["author_id", "like_count", "favorite_count", "comment_count"])
          .where("id", "=", params.id)
          .where("deleted_at", "is", null)
          .executeTakeFirst(),
      );
    });
    const viewerId = viewer?.userId ?? null;
    const own = await reactionsTo(db, viewerId, "article", params.id);
    return {
      likeCount: row.like_count,
      favoriteCount: row.favorite_count,
      commentCount: row.comment_count,
      ...own,
      mine: viewerId === row.author_id,
    };
  },

  async list({ query }, call) {
    call.dependsOn("articles");
    if (query.sort === "hot") call.dependsOn(...KIND_ORDER_KEYS);
    if (query.classificationId !== undefined) call.dependsOn("config");
    return showPage(call, query, await listArticles(call, query), articleSummaryView);
  },

  authorList: ({ query }, call) => pageOfAuthor(call, query),
  myList: ({ query }, call) => pageOfAuthor(call, { ...query, userId: call.viewer.userId }),

  init: ({ params: { id } }, { db, viewer }) => ownSource(db, "article", { id, userId: viewer.userId }),
});

/** One page of a person's texts, newest first. It depends on `user/…` too, because the author is shown with each. */
async function pageOfAuthor(call: Call, query: z.output<typeof authorPageQuery>) {
  call.dependsOn(`by/article/${query.userId}`, `user/${query.userId}`);
  return showPage(call, query, await authorArticles(call.db, query), articleSummaryView);
}
