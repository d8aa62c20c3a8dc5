import { extApi } from "#app/contract/site/ext";
import { previewCost } from "#app/contract/writing/preview-cost";
import { implement } from "#upstream/call/implement";
import { consumeLimits } from "#upstream/policy/limits";

export const ext = implement(extApi, {
  async preview({ body }, call) {
    await consumeLimits(call.db, call, [
      { limit: "preview", subject: call.viewer.userId, times: previewCost(body.content.length) },
    ]);
    const { html } = await call.markdown.render(body.content, { anchors: false });
    return { contentHtml: html };
  },
});
