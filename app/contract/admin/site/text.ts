import { z } from "zod";
import { text, time } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { BODY_MAX, TITLE_MAX } from "#app/contract/limits";
import { siteTextKeys } from "#app/contract/site/site-texts";

/** A text of the site, for editing: its place and its content. */
const editedText = z.object({
  key: z.enum(siteTextKeys),
  name: z.string(),
  where: z.string(),
  path: z.string(),
  kind: z.enum(["short", "page"]),
  title: z.string(),
  content: z.string(),
  /** 0 if never written. */
  version: z.number(),
  updatedAt: time.nullable(),
});

/** Calls on the texts of the site. */
export const adminTextApi = {
  list: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/text",
    permission: "text.manage",
    summary: "后台：站点上每一处文案，在哪里、现在怎么写",
    data: z.array(editedText),
  }),
  put: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/text",
    permission: "text.manage",
    summary: "后台：修改一处文案；别人改过时拒绝",
    body: z.object({
      key: z.enum(siteTextKeys),
      /** Title of a page; its name by default. */
      title: text("标题", { max: TITLE_MAX }).default(""),
      /** Markdown for a page, up to 300 characters for a short text. */
      content: text("内容", { max: BODY_MAX }),
      version: z.number().int().nonnegative(),
    }),
    data: z.object({ version: z.number() }),
  }),
};
