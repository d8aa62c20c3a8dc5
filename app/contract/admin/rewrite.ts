import { z } from "zod";
import { classification } from "#app/contract/classification";
import { author, count, id, text } from "#app/contract/common";
import { draftFields } from "#app/contract/draft";
import { staffEndpoint } from "#app/contract/endpoint";
import { kindsWith } from "#app/contract/kinds";

/** Kinds of members' texts that staff change. */
export const rewrittenKind = z.enum(kindsWith("drafted"));
export type RewrittenKind = z.output<typeof rewrittenKind>;

/** Fields that staff change; those that a kind lacks are left alone, the cover is its author's. */
const fields = draftFields.omit({ coverUrl: true });

/** Calls by which staff change what a member wrote: a title, a tag, the classification, a mark of AI. */
export const adminRewriteApi = {
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/rewrite/:kind/:id",
    permission: "content.edit",
    summary: "后台：一份公开的内容，供工作人员修改，附可以选的分类",
    params: z.object({ kind: rewrittenKind, id }),
    data: fields.extend({
      version: count,
      /** Title, or first words. */
      name: z.string(),
      owner: author.nullable(),
      /** Those that it can be moved to; none where its kind has none. */
      classifications: z.array(classification),
    }),
  }),
  put: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/rewrite",
    permission: "content.edit",
    summary: "后台：修改一份公开的内容，告诉作者；期间又改过时拒绝",
    body: fields.extend({
      kind: rewrittenKind,
      id,
      /** Version that was changed. */
      version: count,
      reason: text("原因", { min: 1, max: 200 }),
    }),
    data: z.object({ version: count }),
    timeout: 60_000,
  }),
};
