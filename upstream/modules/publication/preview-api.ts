import { previewApi } from "#app/contract/writing/preview";
import { previewCost } from "#app/contract/writing/preview-cost";
import { implement } from "#upstream/call/implement";
import { consumeLimits } from "#upstream/policy/limits";

export const preview = implement(previewApi, {
  async render({ body }, call) {
    await consumeLimits(call.db, call, [
      { limit: "preview", subject: call.viewer.userId, times: previewCost(body.content.length) },
    ]);
    const { html } = await call.markdown.render(body.content, { anchors: false });
    return { contentHtml: html };
  },
});
