import type { z } from "zod";
import type { cursorQuery } from "#app/contract/common";
import { type Comment, commentApi } from "#app/contract/content/comment";
import type { Call, MembersCall, SharedCall } from "#upstream/call/context";
import { found, invalidCursor } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { showPage } from "#upstream/call/shown";
import { keysOf } from "#upstream/db/versions";
import { requireOwn } from "#upstream/modules/content/own";
import { requireMayPublish } from "#upstream/modules/content/publisher";
import { pageKeyOf } from "#upstream/modules/content/version-keys";
import { moderate } from "#upstream/modules/moderation/moderate";
import { holdOwnAccount } from "#upstream/policy/hold-account";
import { idempotent, type RecordOutcome } from "#upstream/policy/idempotent";
import { limitedWrite } from "#upstream/policy/limited-write";
import { likedIds } from "#upstream/viewer/reactions";
import { linkingOf } from "./links";
import { postedComments, receivedComments } from "./profile-queries";
import {
  type CommentPlace,
  type CommentRow,
  childrenOf,
  findComment,
  findParent,
  findPlace,
  firstChildrenOf,
  newestThreads,
  threadsBelow,
} from "./queries";
import { commentSeenBy, commentView, placedCommentView, threadSeenBy, threadView } from "./view";
import { type CommentFields, createComment, softDeleteComment } from "./write";

/** Number of replies loaded with a comment; the rest come from `comment/child/list`. */
const CHILDREN_SHOWN = 3;

type CursorQuery = z.output<typeof cursorQuery>;

export const comment = implement(commentApi, {
  add: ({ body }, call) => addComment(call, body),
  articleAdd: ({ body: { articleId, ...body } }, call) =>
    addComment(call, { ...body, targetKind: "article", targetId: articleId }),

  remove: ({ body: { id } }, call) =>
    limitedWrite(call, "manage", async (trx, userId) => {
      await requireOwn(trx, "comment", id, userId);
      await softDeleteComment(trx, call, id);
      return null;
    }),

  list: ({ query }, call) => listThreads(call, { kind: query.targetKind, id: query.targetId }, query),
  articleList: ({ query }, call) => listThreads(call, { kind: "article", id: query.articleId }, query),

  async childList({ query }, call) {
    const { db, dependsOn } = call;
    const after = readCursor(query.cursor) ?? 0;
    const parent = found(await findParent(db, query.parentId));
    const { target_kind: kind, target_id: id, question_id: questionId } = parent;
    dependsOn(pageKeyOf({ kind, id, questionId }));
    const rows = await childrenOf(db, query.parentId, { after, limit: query.limit + 1 });
    const page = rows.slice(0, query.limit);
    dependsOn(...peopleOf(page));
    const linking = await linkingOf(call, page);
    const viewer = await viewerOf(call, page);
    return {
      list: page.map((row) => commentSeenBy(commentView(row, linking), viewer)),
      total: parent.child_count,
      nextCursor: rows.length > page.length ? String(page.at(-1)?.id) : null,
    };
  },

  async postList({ query }, call) {
    call.dependsOn(`profile/${query.userId}`);
    return showPage(call, query, await postedComments(call.db, query), placedCommentView);
  },

  async receiveList({ query }, call) {
    call.dependsOn(`profile/${query.userId}`);
    return showPage(call, query, await receivedComments(call.db, query), placedCommentView);
  },
});

type NewComment = Omit<CommentFields, "authorId"> & {
  idempotencyKey?: string | undefined;
  captchaVerification?: string | undefined;
};

/** @throws BusinessError PHONE_REQUIRED, AGREEMENT_REQUIRED, CONTENT_REJECTED, CAPTCHA_REQUIRED, CONTENT_HELD, ALREADY_SUBMITTED, RATE_LIMITED, NOT_FOUND, NOT_LOGIN */
async function addComment(call: MembersCall, comment: NewComment): Promise<Comment> {
  const { userId: authorId } = call.viewer;
  const { id } = await idempotent(call, comment, async (fields, record: RecordOutcome<{ id: number }>) => {
    await requireMayPublish(call);
    const texts = { text: [fields.text] };
    const pass = comment.captchaVerification;
    await moderate(call, { kind: "comment", authorId, target: null, fields, texts, draft: null, pass }, record);
    return limitedWrite(call, "comment", async (trx) => {
      const written = await createComment(trx, call, { ...fields, authorId });
      // The author's counter was changed, so that this waits for nobody else.
      await holdOwnAccount(trx, authorId);
      await record(trx, { code: "SUCCESS", data: written });
      return written;
    });
  });
  const row = await findComment(call.db, id);
  return commentSeenBy(commentView(row, await linkingOf(call, [row])), { id: authorId, liked: new Set() });
}

async function listThreads(call: Call, place: CommentPlace, query: CursorQuery) {
  const before = readCursor(query.cursor);
  const name = JSON.stringify(["comment/list", place.kind, place.id, before, query.limit]);
  const page = await call.sharedPart(name, (shared) => readThreads(shared, place, { before, limit: query.limit }));
  const viewer = await viewerOf(
    call,
    page.list.flatMap((thread) => [thread, ...thread.children]),
  );
  return { ...page, list: page.list.map((thread) => threadSeenBy(thread, viewer)) };
}

/** @throws BusinessError NOT_FOUND if what they belong to does not exist */
async function readThreads(call: SharedCall, place: CommentPlace, query: { before: number | null; limit: number }) {
  const { db, dependsOn } = call;
  const { kind, id } = place;
  const { before } = query;
  const values = { id, limit: query.limit + 1 };
  const rows = await (before === null
    ? newestThreads(db, values, kind)
    : threadsBelow(db, { ...values, before }, kind));
  const { total, page_id } = rows[0] ?? (await findPlace(db, place));
  dependsOn(pageKeyOf({ kind, id, questionId: page_id }));
  const threads = rows.slice(0, query.limit);
  const parents = threads.filter((row) => row.child_count > 0).map((row) => row.id);
  const children = parents.length ? await firstChildrenOf(db, { parentIds: parents }, CHILDREN_SHOWN + 1) : [];
  dependsOn(...peopleOf([...threads, ...children]));
  const linking = await linkingOf(call, [...threads, ...children]);
  const list = threads.map((row) =>
    threadView(
      row,
      children.filter((child) => child.parent_id === row.id),
      CHILDREN_SHOWN,
      linking,
    ),
  );
  return { list, total: found(total), nextCursor: rows.length > threads.length ? String(threads.at(-1)?.id) : null };
}

/** @throws BusinessError INVALID_PARAMS if the cursor is invalid */
function readCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  if (!/^\d{1,15}$/.test(cursor)) throw invalidCursor();
  return Number(cursor);
}

/** Version keys of the people shown in comments. */
const peopleOf = (rows: readonly CommentRow[]) =>
  keysOf(
    "user",
    rows.filter((row) => row.deleted_at === null).flatMap((row) => [row.author_user_id, row.reply_user_id]),
  );

/** The viewer's likes among these comments. */
async function viewerOf({ db, viewer }: Call, comments: readonly { id: number }[]) {
  const id = viewer?.userId ?? null;
  const ids = comments.map((one) => one.id);
  return { id, liked: await likedIds(db, id, "comment", ids) };
}
