import { z } from "zod";
import { claim, takeOver } from "#app/contract/admin/claim";
import { RULE_NOTE_MAX } from "#app/contract/admin/rule-sizes";
import { pastDecision, placedText } from "#app/contract/admin/thing";
import { author, html, id, idParams, nothing, paged, pageQuery, text, time } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { appealable, appealState } from "#app/contract/moderation/appeal";

/** An appeal in the queue. */
const listedAppeal = appealable
  .pick({ kind: true, written: true, sanction: true, name: true, reason: true, decidedAt: true })
  .extend({
    id: z.number(),
    /** Id of the text or member that was decided on. */
    targetId: z.number(),
    state: appealState,
    author,
    words: z.string(),
    createdAt: time,
    /** Nickname of the staff member who decided; empty if unknown. */
    decidedBy: z.string(),
    /** Whether the viewer made the decision, or it is about them: a colleague has to handle it. */
    own: z.boolean(),
    /** Set if a staff member has claimed it. */
    claim: claim.nullable(),
  });
export type ListedAppeal = z.output<typeof listedAppeal>;

/** Calls on appeals against staff decisions. */
export const adminAppealApi = {
  list: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/appeal",
    permission: "appeal.read",
    summary: "后台：申诉；等着的，等得久的在前；处理过的，最近处理的在前",
    query: pageQuery.extend({ state: appealState.default("open") }),
    data: paged(listedAppeal),
  }),
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/appeal/:id",
    permission: "appeal.read",
    summary: "后台：一份申诉，附被处理的内容、当时的理由与过去的处理",
    params: idParams,
    data: listedAppeal.extend({
      until: time.nullable(),
      /** Whether the decision still stands; otherwise there is nothing left to decide. */
      stands: z.boolean(),
      /** The text; null for a sanction, and if it is purged. */
      text: placedText.omit({ state: true }).nullable(),
      contentHtml: html,
      /** Staff decisions on the same text or member, latest first. */
      past: z.array(pastDecision),
      /** Whether no colleague could handle it: then the staff member who made the decision may, which is logged. */
      alone: z.boolean(),
      /** Whether the viewer may decide on it. */
      decidable: z.boolean(),
      answer: z.string(),
      answeredBy: z.string(),
      answeredAt: time.nullable(),
      /** Neighbours in the queue; null at its ends. */
      previousId: z.number().nullable(),
      nextId: z.number().nullable(),
    }),
  }),
  claim: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/appeal/claim",
    permission: "appeal.decide",
    summary: "后台：认领一份申诉，十分钟内别人看得见；别人认领着的要明确接手",
    body: z.object({ id, takeOver }),
    data: claim,
  }),
  decide: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/appeal/decide",
    permission: "appeal.decide",
    summary: "后台：决定一份申诉，撤销原来的处理或维持；由另一位同事做，已被别人处理的答 CONFLICT",
    body: z
      .object({
        id,
        action: z.enum(["grant", "keep"]),
        /** Message to the author. */
        note: text("说明", { max: RULE_NOTE_MAX }).default(""),
      })
      .refine(({ action, note }) => action === "grant" || note !== "", {
        path: ["note"],
        message: "请写明为什么维持，申诉的人会看到",
      }),
    data: nothing,
  }),
};
