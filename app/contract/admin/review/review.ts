import { z } from "zod";
import { claim, takeOver } from "#app/contract/admin/claim";
import { ownUndo, ownUndoOrNot, undone } from "#app/contract/admin/own-undo";
import { DECIDED_MAX, isExplained, ruleChoice, ruleNote, UNEXPLAINED } from "#app/contract/admin/rule";
import { author, count, cursored, cursorQuery, html, id, idParams } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { heldKind, heldState, heldText } from "#app/contract/moderation/review";
import { decimal } from "#app/contract/text/decimal";
import { draftFields } from "#app/contract/writing/draft";
import { HELD_OBSTACLES, type HeldObstacle } from "./held-obstacles";
import { heldReasons } from "./held-reasons";

/** A held text in the queue. */
const queuedText = heldText.omit({ reason: true }).extend({
  author,
  heldFor: z.enum(heldReasons),
  /** The word for which it was held; empty for other reasons. */
  word: z.string(),
  version: count,
  /**
   * Order of the queue: 2 for a word, 1.5 for external links, 1 otherwise; multiplied by up to 2 if all of the author's
   * earlier texts were refused, down to 0 if none were; plus 1 for a new member, and 1 for each open report of the
   * author or of the changed text, up to three.
   */
  weight: z.number(),
  /** Components of the weight, besides the reason for which it is held. */
  weighs: z.object({
    /** Whether the author joined only a few days ago. */
    newMember: z.boolean(),
    /** Number of the author's texts that were refused, out of those decided on. */
    refused: count,
    decided: count,
    /** Open reports of the author, and of the changed text. */
    reports: count,
  }),
  /** Whether the viewer wrote it, and a colleague could decide: then the colleague has to. */
  own: z.boolean(),
  /** Set if a staff member has claimed it. */
  claim: claim.nullable(),
});
export type QueuedText = z.output<typeof queuedText>;

/** A field of a held text in parts; those that match the word are marked. */
const markedField = z.object({
  name: z.string(),
  parts: z.array(z.object({ text: z.string(), matched: z.boolean() })),
});
export type MarkedField = z.output<typeof markedField>;

/** A waiting text, and the version that was read. */
const decided = z.object({ id, version: decimal(z.number().int()) });

/** Filters and order of the queue. */
const queueFilter = z.object({
  kind: heldKind.optional(),
  member: z.enum(["new"]).optional(),
  sort: z.enum(["weight", "age"]).default("weight"),
});

/** Calls on held texts. */
export const adminReviewApi = {
  list: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/review",
    permission: "review.read",
    summary: "后台：待审核的内容，分量重的在前；member=new 只列新会员的",
    query: cursorQuery.extend(queueFilter.shape),
    data: cursored(queuedText),
  }),
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/review/:id",
    permission: "review.read",
    summary: "后台：一份送审内容，标出敏感词，附作者过去的审核结果，与这样筛选、排列时它前后的两份",
    params: idParams,
    query: queueFilter,
    data: queuedText.extend({
      state: heldState,
      /** Reason of a refusal, as shown to its author. */
      reason: z.string(),
      /** Title, content, tags, and the reason of a change, as far as it has them. */
      fields: z.array(markedField),
      /** Rendered preview; empty for a comment. */
      contentHtml: html,
      publishedId: z.number().nullable(),
      /** Reason why it can't be approved; null for none. */
      obstacle: z
        .enum(Object.keys(HELD_OBSTACLES) as [HeldObstacle, ...HeldObstacle[]])
        .nullable()
        .optional(),
      /** Number of the author's other texts, by outcome. */
      past: z.object({ approved: count, refused: count, waiting: count }),
      /** Neighbours in the queue; null at its ends. */
      previousId: z.number().nullable(),
      nextId: z.number().nullable(),
    }),
  }),
  claim: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/review/claim",
    permission: "review.decide",
    summary: "后台：认领一份送审内容，十分钟内别人看得见；别人认领着的要明确接手",
    body: z.object({ id, takeOver }),
    data: claim,
  }),
  edit: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/review",
    permission: "review.decide",
    summary: "后台：改好一份送审内容的文字并通过，作者会得知；之后又改过、已被处理的答 CONFLICT",
    body: draftFields.pick({ title: true, content: true, tags: true }).extend(decided.shape),
    data: z.object({ publishedId: z.number(), undo: ownUndoOrNot }),
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
      undo: ownUndoOrNot,
    }),
    timeout: 60_000,
  }),
  undo: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/review/undo",
    permission: "review.decide",
    summary: "后台：十秒之内撤销自己刚才的审核，作者不会得知；一次审核的一起撤销；过了时间、已经撤销过的答 CONFLICT",
    body: ownUndo,
    data: undone,
    timeout: 60_000,
  }),
};
