import { z } from "zod";
import { id } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";
import { kindsWith } from "#app/contract/kinds";
import { reportTarget } from "#app/contract/moderation/report";

/** Summary of an item, for a form about it on a separate page. */
export const glance = z.object({
  /** Title of the item, or of its parent; a person's name. */
  title: z.string(),
  /** Beginning of the text, as plain text. */
  excerpt: z.string(),
  /** Author's name; null if it has no author. */
  author: z.string().nullable(),
  /** Question of an answer, or subject of a comment; null for everything else. */
  under: z
    .object({ kind: z.enum(kindsWith("reportable")), id })
    .nullable()
    .default(null),
});
export type Glance = z.output<typeof glance>;

/** Call for a glance at an item. */
export const glanceApi = {
  get: endpoint({
    method: "GET",
    path: "/api/ext/glance",
    summary: "一处内容或一位用户是什么：标题、开头和作者",
    query: z.object({ kind: reportTarget, id }),
    data: glance,
  }),
};
