import { z } from "zod";
import { instant } from "#app/contract/admin/instant";
import { count, nothing, time } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { figureSeries } from "./figures";

/** Kinds of events since a staff member last marked everything as seen. */
export const CHANGES = ["member", "question", "answer", "article", "comment", "order", "removal"] as const;
/** Kind of event. */
export type ChangeKey = (typeof CHANGES)[number];

/** Indicators of the site's current state. */
export const PULSES = ["failed", "sms", "login", "queue", "disk", "bill"] as const;
/** Kind of indicator. */
export type PulseKey = (typeof PULSES)[number];

const pulse = z.object({
  key: z.enum(PULSES),
  /** `warn`: worth a look; `bad`: needs action now. */
  state: z.enum(["ok", "warn", "bad"]),
  value: z.number(),
  /** Limit for `value`, if there is one. */
  of: z.number().nullable(),
});
/** Indicator of the site's current state. */
export type Pulse = z.output<typeof pulse>;

/** Action of a colleague, the command line or a scheduled job, from the log. */
const action = z.object({
  id: z.number(),
  at: time,
  /** Null if it has no name. */
  actor: z.string().nullable(),
  action: z.string(),
  kind: z.string(),
  target: z.string(),
});

/** Calls of the console's home page, except pending work. */
export const adminDeskApi = {
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/desk",
    permission: "console.read",
    summary: "后台：工作台上，自上次看过以来来了什么、同事做了什么，今天是否正常，一周的数据",
    data: z.object({
      /** Time when the viewer last marked everything as seen; a day ago if never. */
      since: time,
      /** Time of this response. */
      now: time,
      /** Number of events of each kind that the viewer may read. */
      changes: z.array(z.object({ key: z.enum(CHANGES), count })),
      /** Latest log entries since then, without the viewer's own; null without permission. */
      actions: z.object({ count, last: z.array(action) }).nullable(),
      health: z.array(pulse),
      /** The last seven days, each with the previous seven; null without permission to see figures. */
      week: z.object({ labels: z.array(z.string()), series: z.array(figureSeries) }).nullable(),
    }),
  }),
  seen: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/desk/seen",
    permission: "console.read",
    summary: "后台：到这一刻为止的都看过了",
    body: z.object({ at: instant }),
    data: nothing,
  }),
};
