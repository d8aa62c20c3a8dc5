import { commentPlaceApi } from "#app/contract/content/comment-place";
import { found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { pageKeyOf } from "#upstream/modules/content/version-keys";
import { findParent } from "./queries";

export const commentPlace = implement(commentPlaceApi, {
  async get({ params: { id } }, { db, dependsOn }) {
    const row = found(await findParent(db, id));
    const { target_kind: kind, target_id: targetId, question_id: questionId } = row;
    dependsOn(pageKeyOf({ kind, id: targetId, questionId }));
    // A deleted one with replies is still listed.
    found(row.deleted_at === null || row.child_count > 0 ? row : undefined);
    return { target: { kind, id: targetId }, parentId: row.parent_id };
  },
});
