import { extApi } from "#app/contract/site/ext";
import { previewCost } from "#app/contract/writing/preview-cost";
import { found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { authorView } from "#upstream/modules/author/author";
import { findPeople } from "#upstream/modules/author/person";
import { consumeLimits } from "#upstream/policy/limits";
import { followedUserIds } from "#upstream/viewer/follows";

export const ext = implement(extApi, {
  async authorCard({ query: { userId, kind } }, { db, viewer, sharedPart }) {
    const card = await sharedPart(`ext/authorCard/${kind}/${userId}`, async (shared) => {
      shared.dependsOn(`user/${userId}`, `by/${kind}/${userId}`, `fans/${userId}`);
      const row = found((await findPeople(shared.db, { ids: [userId] })).at(0));
      return { ...authorView(row), writtenCount: row[`${kind}_count`], fansCount: row.fans_count };
    });
    const followed = await followedUserIds(db, viewer?.userId ?? null, [userId]);
    return { viewer: { followed: followed.has(userId), me: userId === viewer?.userId }, ...card };
  },

  async preview({ body }, call) {
    await consumeLimits(call.db, call, [
      { limit: "preview", subject: call.viewer.userId, times: previewCost(body.content.length) },
    ]);
    const { html } = await call.markdown.render(body.content, { anchors: false });
    return { contentHtml: html };
  },
});
