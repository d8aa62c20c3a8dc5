import { z } from "zod";
import { sortingOf } from "#app/contract/admin/sorting";
import { tellAlso } from "#app/contract/admin/tell-also";
import { author, count, id, text } from "#app/contract/common";
import { classification } from "#app/contract/content/classification";
import { staffEndpoint } from "#app/contract/endpoint";
import { kindsWith } from "#app/contract/kinds";
import { draftFields } from "#app/contract/writing/draft";
import { EDITOR_FIELDS } from "#app/contract/writing/editor-fields";
import { fieldShape } from "#app/contract/writing/editor-schemas";

/** Kinds of members' texts that staff can edit. */
export const rewrittenKind = z.enum(kindsWith("drafted"));
export type RewrittenKind = z.output<typeof rewrittenKind>;

/** Kinds with tags, which can be classified in bulk. */
export const sortedKind = z.enum(kindsWith("tagged"));
export type SortedKind = z.output<typeof sortedKind>;

/** Fields of a kind with all rules that apply to its authors. */
const sentBy = (kind: RewrittenKind) => z.object(fieldShape(EDITOR_FIELDS[kind], "sent"));
const reason = text("原因", { min: 1, max: 200 });

/** Fields that staff can edit; those a kind lacks are ignored, and the cover is left to the author. */
const fields = draftFields.omit({ coverUrl: true });

/** Calls by which staff edit a member's text: title, tags, classification, AI mark. */
export const adminRewriteApi = {
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/rewrite/:kind/:id",
    permission: "content.edit",
    summary: "后台：一份公开的内容，供工作人员修改，附可以选的分类",
    params: z.object({ kind: rewrittenKind, id }),
    data: fields.extend({
      version: count,
      /** Title, or the beginning of the text. */
      name: z.string(),
      owner: author.nullable(),
      /** Available classifications; empty if its kind has none. */
      classifications: z.array(classification),
    }),
  }),
  put: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/rewrite",
    permission: "content.edit",
    summary: "后台：修改一份公开的内容，告诉作者；期间又改过时拒绝",
    body: fields
      .extend({
        kind: rewrittenKind,
        id,
        /** Version that was edited. */
        version: count,
        reason,
      })
      .superRefine((body, context) => tellAlso(sentBy(body.kind), body, context)),
    data: z.object({ version: count }),
    timeout: 60_000,
  }),
  choices: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/rewrite/:kind",
    permission: "content.edit",
    summary: "后台：一种内容可以选的分类",
    params: z.object({ kind: sortedKind }),
    data: z.array(classification),
  }),
  sort: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/rewrite/sort",
    permission: "content.edit",
    summary: "后台：给许多份公开的内容换分类、加标签、去标签，没有写的不动，告诉作者；逐份作答",
    ...sortingOf(sortedKind),
  }),
};
