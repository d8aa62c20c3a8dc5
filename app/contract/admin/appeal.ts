import { z } from "zod";
import { appealable, appealState } from "#app/contract/appeal";
import { author, html, id, idParams, nothing, paged, pageQuery, text, time } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { claim, takeOver } from "./claim";
import { RULE_NOTE_MAX } from "./rule-sizes";
import { pastDecision, placedText } from "./thing";

/** An appeal as the queue has it. */
const listedAppeal = appealable
  .pick({ kind: true, written: true, sanction: true, name: true, reason: true, decidedAt: true })
  .extend({
    id: z.number(),
    /** Number of what was decided on. */
    targetId: z.number(),
    state: appealState,
    author,
    words: z.string(),
    createdAt: time,
    /** Nickname of who decided; empty where that is not known. */
    decidedBy: z.string(),
    /** Whoever asks decided it, or it is their own: somebody else looks at it. */
    own: z.boolean(),
    /** Somebody of the staff has it open. */
    claim: claim.nullable(),
  });
export type ListedAppeal = z.output<typeof listedAppeal>;

/** Calls on appeals against decisions of staff. */
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
      /** It is as it was decided; otherwise there is nothing left to decide. */
      stands: z.boolean(),
      /** The text; null for a sanction, and where it is gone for good. */
      text: placedText.omit({ state: true }).nullable(),
      contentHtml: html,
      /** Decisions of staff on the same thing or person, the last first. */
      past: z.array(pastDecision),
      /** Nobody else could: whoever decided may look at it themselves, and the log says so. */
      alone: z.boolean(),
      /** Whoever asks may decide on this one. */
      decidable: z.boolean(),
      answer: z.string(),
      answeredBy: z.string(),
      answeredAt: time.nullable(),
      /** Those that wait beside it in the queue; null at its ends. */
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
        /** For the author to read. */
        note: text("说明", { max: RULE_NOTE_MAX }).default(""),
      })
      .refine(({ action, note }) => action === "grant" || note !== "", {
        path: ["note"],
        message: "请写明为什么维持，申诉的人会看到",
      }),
    data: nothing,
  }),
};
