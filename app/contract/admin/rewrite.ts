import { z } from "zod";
import { classification } from "#app/contract/classification";
import { author, count, id, text } from "#app/contract/common";
import { draftFields } from "#app/contract/draft";
import { staffEndpoint } from "#app/contract/endpoint";
import { kindsWith } from "#app/contract/kinds";
import { TAG_LENGTH_MAX, TAGS_MAX } from "#app/contract/limits";
import { DECIDED_MAX } from "./rule";

/** Kinds of members' texts that staff change. */
export const rewrittenKind = z.enum(kindsWith("drafted"));
export type RewrittenKind = z.output<typeof rewrittenKind>;

/** Kinds of them that carry tags: what is sorted many at once. */
export const sortedKind = z.enum(kindsWith("tagged"));
export type SortedKind = z.output<typeof sortedKind>;

const place = z.object({ kind: sortedKind, id });
const someTags = z
  .array(text("标签", { min: 1, max: TAG_LENGTH_MAX }))
  .max(TAGS_MAX, `最多${TAGS_MAX}个标签`)
  .default([]);
const reason = text("原因", { min: 1, max: 200 });

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
      reason,
    }),
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
    body: z
      .object({
        items: z.array(place).max(DECIDED_MAX, `一次至多处理 ${DECIDED_MAX} 份`),
        /** Null for none; left alone where it is not there, and in a kind that has none. */
        classificationId: id.nullable().optional(),
        addTags: someTags,
        removeTags: someTags,
        reason,
        /** It is only tried: what would be done and refused, and nothing stays. */
        dryRun: z.boolean().default(false),
      })
      .refine(
        ({ items, classificationId, addTags, removeTags }) =>
          items.length === 0 || classificationId !== undefined || addTags.length + removeTags.length > 0,
        { path: ["addTags"], message: "请选择分类，或写下要加、要去的标签" },
      ),
    data: z.object({
      done: z.array(place),
      failed: z.array(place.extend({ code: z.string(), message: z.string() })),
    }),
    timeout: 60_000,
  }),
};
