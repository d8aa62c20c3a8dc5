import { z } from "zod";
import { author, count, html, id, text, time } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { kindsWith } from "#app/contract/kinds";
import { decimal } from "#app/contract/text/decimal";

/** Kinds of texts with version history. */
export const versionedKind = z.enum([...kindsWith("drafted"), "case", "activity", "announcement"]);
export type VersionedKind = z.output<typeof versionedKind>;

/**
 * Kinds that staff can revert to an earlier version; changes of staff-written content can also be undone from the log.
 */
export const revertedKind = versionedKind.exclude(["activity", "announcement"]);
export type RevertedKind = z.output<typeof revertedKind>;

const number = decimal(z.number().int().positive());
const summary = z.object({
  version: count,
  /** Title, or the beginning of the text. */
  name: z.string(),
  at: time,
  /** Author of the version; null if not recorded. */
  by: author.nullable(),
  length: count,
});

/** Calls on earlier versions of members' texts. */
export const adminVersionApi = {
  list: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/version/:kind/:id",
    permission: "content.read",
    summary: "后台：一份内容留下的各个版本，新的在前；没有改过的没有",
    params: z.object({ kind: revertedKind, id }),
    data: z.object({ version: count, list: z.array(summary) }),
  }),
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/version/:kind/:id/:version",
    permission: "content.read",
    summary: "后台：一个版本与现在的版本各写了什么",
    params: z.object({ kind: revertedKind, id, version: number }),
    data: summary.extend({
      contentHtml: html,
      fields: z.record(z.string(), z.unknown()),
      /** Fields of the current version. */
      present: z.record(z.string(), z.unknown()),
    }),
  }),
  revert: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/version/revert",
    permission: "content.edit",
    summary: "后台：把一份内容恢复到较早的版本，告诉作者；期间又改过时拒绝",
    body: z.object({
      kind: revertedKind,
      id,
      version: number,
      /** The current version when it was displayed. */
      present: number,
      reason: text("原因", { min: 1, max: 200 }),
    }),
    data: z.object({ version: count }),
    timeout: 60_000,
  }),
};
