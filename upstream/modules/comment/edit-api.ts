import { commentEditApi } from "#app/contract/content/comment-edit";
import { BusinessError } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { requireOwn } from "#upstream/modules/content/own";
import { requireMayPublish } from "#upstream/modules/content/publisher";
import { moderate, withdrawChanges } from "#upstream/modules/moderation/moderate";
import { limitedWrite } from "#upstream/policy/limited-write";
import { likedIds } from "#upstream/viewer/reactions";
import { findEditedComment, updateComment } from "./edit";
import { linkingOf } from "./links";
import { findComment, findParent } from "./queries";
import { commentSeenBy, commentView } from "./view";

export const commentEdit = implement(commentEditApi, {
  async init({ params: { id } }, { db, viewer }) {
    const row = await findEditedComment(db, id);
    if (row.author_id !== viewer.userId) throw new BusinessError("FORBIDDEN");
    const target = { kind: row.target_kind, id: row.target_id };
    const questionId = (await findParent(db, id))?.question_id ?? null;
    return { id, text: row.text, version: row.version, target, questionId, parentId: row.parent_id };
  },

  async put({ body: { id, version, text, captchaVerification: pass } }, call) {
    const authorId = await requireMayPublish(call);
    await requireOwn(call.db, "comment", id, authorId);
    const {
      target_kind: targetKind,
      target_id: targetId,
      reply_to_id: replyToId,
    } = await findEditedComment(call.db, id);
    // A review shows the place, as for a new comment.
    const fields = { targetKind, targetId, replyToId, text };
    const texts = { text: [text] };
    await moderate(call, { kind: "comment", authorId, target: { id, version }, fields, texts, draft: null, pass });
    await limitedWrite(call, "comment", async (trx) => {
      await withdrawChanges(trx, "comment", id);
      return updateComment(trx, call, { id, version, authorId, text });
    });
    const liked = await likedIds(call.db, authorId, "comment", [id]);
    const row = await findComment(call.db, id);
    return commentSeenBy(commentView(row, await linkingOf(call, [row])), { id: authorId, liked });
  },
});
