import { z } from "zod";
import { author, count, html, id, paged, pageQuery, time } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { reportReason, reportTarget } from "#app/contract/report";
import { claim, takeOver } from "./claim";
import { ownUndo, ownUndoOrNot, undone } from "./own-undo";
import { DECIDED_MAX, isExplained, ruleChoice, ruleNote, UNEXPLAINED } from "./rule";
import { pastDecision, placedText, thingState } from "./thing";

/** State of a report: nobody has looked at it, something was done, or nothing had to be. */
export const reportState = z.enum(["open", "upheld", "dismissed"]);
export type ReportState = z.output<typeof reportState>;

const asked = z.object({ kind: reportTarget, id });
const place = z.object({ kind: reportTarget, id: z.number() });
/** A thing that was reported. */
export type ReportedPlace = z.output<typeof place>;

/** A thing that was reported, and how gravely. */
const reportedThing = place.extend({
  /** Title, first words, or a person's name; empty for what is gone for good. */
  name: z.string(),
  /** Owner; null where it is nobody's, or gone. */
  owner: author.nullable(),
  state: thingState,
  /** Whoever asks wrote it themselves: somebody else decides. */
  own: z.boolean(),
  total: count,
  /**
   * Sum over the reports: 1 for one of somebody whose reports were as often right as wrong, up to 2 for who was always
   * right, down to 0; twice that for what is against the law.
   */
  weight: z.number(),
  reasons: z.array(z.object({ reason: reportReason, total: count })),
  /** Of the first report. */
  since: time,
  /** Somebody of the staff has it open. */
  claim: claim.nullable(),
});
export type ReportedThing = z.output<typeof reportedThing>;

/** One report, and how often its sender was right. */
const oneReport = z.object({
  reporter: author,
  reason: reportReason,
  detail: z.string(),
  state: reportState,
  createdAt: time,
  /** Other reports of theirs that were decided on. */
  upheld: count,
  dismissed: count,
});

/** Kind of reported things that are looked at, and their order. */
const queueFilter = z.object({
  kind: reportTarget.optional(),
  sort: z.enum(["weight", "age"]).default("weight"),
});

/** Calls on what members reported. */
export const adminReportApi = {
  list: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/report",
    permission: "report.read",
    summary: "后台：举报，按被举报的内容归在一起，分量重的在前；处理过的，最近处理的在前",
    query: pageQuery.extend({
      state: reportState.default("open"),
      ...queueFilter.shape,
    }),
    data: paged(reportedThing),
  }),
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/report/:kind/:id",
    permission: "report.read",
    summary: "后台：一份被举报的内容：全文、每一条举报、过去的处理，以及这样筛选、排列时队列里它前后的两份",
    params: asked,
    query: queueFilter,
    data: place.extend({
      name: z.string(),
      owner: author.nullable(),
      own: z.boolean(),
      claim: claim.nullable(),
      /** Null for a person, and for what is gone for good. */
      text: placedText.nullable(),
      contentHtml: html,
      reports: z.array(oneReport),
      /** Things of the same person that staff have removed. */
      removedBefore: count,
      /** Decisions of staff on it, the last first. */
      past: z.array(pastDecision),
      previous: place.nullable(),
      next: place.nullable(),
    }),
  }),
  claim: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/report/claim",
    permission: "report.decide",
    summary: "后台：认领一份被举报的内容，十分钟内别人看得见；别人认领着的要明确接手",
    body: asked.extend({ takeOver }),
    data: claim,
  }),
  decide: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/report/decide",
    permission: "report.decide",
    summary: "后台：处理举报，告诉举报人与作者；逐份作答，已被别人处理的答 CONFLICT",
    body: z
      .object({
        items: z.array(asked).max(DECIDED_MAX, `一次至多处理 ${DECIDED_MAX} 份`),
        /** Nothing is wrong with it; it is taken off the site; something else was done about it. */
        action: z.enum(["keep", "remove", "handled"]),
        rule: ruleChoice,
        note: ruleNote,
      })
      .refine(({ action, rule }) => action !== "remove" || rule !== "", {
        path: ["rule"],
        message: "请选择移除的原因，作者会看到",
      })
      .refine((body) => body.action !== "remove" || isExplained(body), UNEXPLAINED),
    data: z.object({
      done: z.array(place),
      failed: z.array(place.extend({ code: z.string(), message: z.string() })),
      undo: ownUndoOrNot,
    }),
    timeout: 60_000,
  }),
  undo: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/report/undo",
    permission: "report.decide",
    summary:
      "后台：十秒之内撤销自己刚才的处理，作者与举报人不会得知；一次处理的一起撤销；过了时间、已经撤销过的答 CONFLICT",
    body: ownUndo,
    data: undone,
    timeout: 60_000,
  }),
};
