import { z } from "zod";
import { html, text } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";
import { BODY_MAX } from "#app/contract/limits";

/** Call that renders a text as it would be published. */
export const previewApi = {
  render: endpoint({
    method: "POST",
    path: "/api/ext/preview",
    auth: "user",
    summary: "正文发表后的样子；什么也不保存",
    body: z.object({ content: text("正文", { max: BODY_MAX }) }),
    data: z.object({ contentHtml: html }),
  }),
};
