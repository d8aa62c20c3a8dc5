import { z } from "zod";
import { author, count, html, id, idParams, paged, pageQuery } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { heldKind, heldState, heldText } from "#app/contract/review";
import { heldReasons } from "./held-reasons";
import { DECIDED_MAX, isExplained, ruleChoice, ruleNote, UNEXPLAINED } from "./rule";

/** A held text as staff see it in the queue. */
const queuedText = heldText.omit({ reason: true }).extend({
  author,
  heldFor: z.enum(heldReasons),
  /** The word for which it was held; empty where it was something else. */
  word: z.string(),
  version: count,
});
export type QueuedText = z.output<typeof queuedText>;

/** A field of a held text in pieces; those that match the word say so. */
const markedField = z.object({
  name: z.string(),
  parts: z.array(z.object({ text: z.string(), matched: z.boolean() })),
});
export type MarkedField = z.output<typeof markedField>;

/** One that waits, and the version of it that was read. */
const decided = z.object({ id, version: z.coerce.number().int() });

/** Calls on texts that wait for staff to read them. */
export const adminReviewApi = {
  list: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/review",
    permission: "review.read",
    summary: "后台：待审核的内容，等得久的在前",
    query: pageQuery.extend({ kind: heldKind.optional() }),
    data: paged(queuedText),
  }),
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/review/:id",
    permission: "review.read",
    summary: "后台：一份送审内容，标出敏感词，附作者过去的审核结果",
    params: idParams,
    data: queuedText.extend({
      state: heldState,
      /** Reason of a refusal, as its author reads it. */
      reason: z.string(),
      fields: z.array(markedField),
      /** As it would be shown; empty for a comment. */
      contentHtml: html,
      publishedId: z.number().nullable(),
      /** Number of other texts of the same author, by what became of them. */
      past: z.object({ approved: count, refused: count, waiting: count }),
      /** Those that wait beside it in the queue; null at its ends. */
      previousId: z.number().nullable(),
      nextId: z.number().nullable(),
    }),
  }),
  decide: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/review/decide",
    permission: "review.decide",
    summary: "后台：通过或退回送审内容，至多 200 份，逐份作答；已被别人处理的答 CONFLICT",
    body: z
      .object({
        items: z.array(decided).max(DECIDED_MAX, `一次至多处理 ${DECIDED_MAX} 份`),
        action: z.enum(["approve", "refuse"]),
        rule: ruleChoice,
        note: ruleNote,
      })
      .refine(({ action, rule }) => action === "approve" || rule !== "", {
        path: ["rule"],
        message: "请选择退回的原因，作者会看到",
      })
      .refine((body) => body.action === "approve" || isExplained(body), UNEXPLAINED),
    data: z.object({
      done: z.array(z.number()),
      failed: z.array(z.object({ id: z.number(), code: z.string(), message: z.string() })),
    }),
    timeout: 60_000,
  }),
};
