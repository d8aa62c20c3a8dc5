import { z } from "zod";
import { claim, takeOver } from "#app/contract/admin/claim";
import { ownUndo, ownUndoOrNot, undone } from "#app/contract/admin/own-undo";
import { DECIDED_MAX, isExplained, ruleChoice, ruleNote, UNEXPLAINED } from "#app/contract/admin/rule";
import { pastDecision, placedText, thingState } from "#app/contract/admin/thing";
import { seenVersion } from "#app/contract/admin/thing-version";
import { author, count, html, id, paged, pageQuery, time } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { reportReason, reportTarget } from "#app/contract/moderation/report";

/** State of a report: undecided, upheld by an action, or dismissed. */
export const reportState = z.enum(["open", "upheld", "dismissed"]);

const asked = z.object({ kind: reportTarget, id });
const place = z.object({ kind: reportTarget, id: z.number() });
/** A reported item. */
export type ReportedPlace = z.output<typeof place>;
/** A reported item, and the version of it that was seen. */
const seenPlace = asked.extend({ version: seenVersion });
export type SeenPlace = z.output<typeof seenPlace>;

/** A reported item, with the weight of its reports. */
const reportedThing = place.extend({
  /** Title, beginning of the text, or nickname; empty if purged. */
  name: z.string(),
  /** Author; null if there is none, or if purged. */
  owner: author.nullable(),
  state: thingState,
  /** Whether the viewer wrote it: a colleague has to decide. */
  own: z.boolean(),
  total: count,
  /**
   * Sum over the reports: 1 if as many of the reporter's reports were upheld as dismissed, up to 2 if all were upheld,
   * down to 0 if none were; doubled for illegal content.
   */
  weight: z.number(),
  reasons: z.array(z.object({ reason: reportReason, total: count })),
  /** Time of the first report. */
  since: time,
  /** Set if a staff member has claimed it. */
  claim: claim.nullable(),
  /** For a decision on it as it is now. */
  version: z.string(),
});
export type ReportedThing = z.output<typeof reportedThing>;

/** A report, with the record of its reporter. */
const oneReport = z.object({
  reporter: author,
  reason: reportReason,
  detail: z.string(),
  state: reportState,
  createdAt: time,
  /** Number of the reporter's other reports that were upheld, and dismissed. */
  upheld: count,
  dismissed: count,
});

/** Filter and order of the reported items. */
const queueFilter = z.object({
  kind: reportTarget.optional(),
  sort: z.enum(["weight", "age"]).default("weight"),
});

/** Calls on reported content. */
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
      /** For a decision on it as it is now. */
      version: z.string(),
      /** Null for a person, and if purged. */
      text: placedText.nullable(),
      contentHtml: html,
      reports: z.array(oneReport),
      /** Number of the author's items that staff have removed. */
      removedBefore: count,
      /** Staff decisions on it, latest first. */
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
    summary: "后台：处理举报，告诉举报人与作者；逐份作答，已被别人处理的、看过之后又有举报或改动的答 CONFLICT",
    body: z
      .object({
        items: z.array(seenPlace).max(DECIDED_MAX, `一次至多处理 ${DECIDED_MAX} 份`),
        /** `keep`: nothing is wrong with it; `remove`: it is removed; `handled`: something else was done. */
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
      done: z.array(seenPlace),
      failed: z.array(seenPlace.extend({ code: z.string(), message: z.string() })),
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
