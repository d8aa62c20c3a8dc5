import { z } from "zod";
import { count, nothing, time } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { figureSeries } from "./figures";
import { instant } from "./instant";

/** Things that can have come since somebody last said that they had seen all. */
export const CHANGES = ["member", "question", "answer", "article", "comment", "order", "removal"] as const;
/** One sort of what can have come. */
export type ChangeKey = (typeof CHANGES)[number];

/** Things that are looked at to say how the site is today. */
export const PULSES = ["failed", "sms", "login", "queue", "disk", "bill"] as const;
/** One sort of what is looked at. */
export type PulseKey = (typeof PULSES)[number];

const pulse = z.object({
  key: z.enum(PULSES),
  /** `warn`: worth a look; `bad`: to be seen to now. */
  state: z.enum(["ok", "warn", "bad"]),
  value: z.number(),
  /** Limit that `value` stands against, where there is one. */
  of: z.number().nullable(),
});
/** One thing of how the site is today. */
export type Pulse = z.output<typeof pulse>;

/** Something that a colleague, the command line or the clock has done, as the log has it. */
const action = z.object({
  id: z.number(),
  at: time,
  /** Null for nobody with a name. */
  actor: z.string().nullable(),
  action: z.string(),
  kind: z.string(),
  target: z.string(),
});

/** Calls of the console's first page, beside what waits. */
export const adminDeskApi = {
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/desk",
    permission: "console.read",
    summary: "后台：工作台上，自上次看过以来来了什么、同事做了什么，今天是否正常，一周的数据",
    data: z.object({
      /** Time at which this person last said that they had seen all; a day ago where they never did. */
      since: time,
      /** Time at which this was looked at. */
      now: time,
      /** Of each that they may read. */
      changes: z.array(z.object({ key: z.enum(CHANGES), count })),
      /** The last of the log since then, without their own; null for who may not read it. */
      actions: z.object({ count, last: z.array(action) }).nullable(),
      health: z.array(pulse),
      /** The last seven days, each with the seven before; null for who may not see figures. */
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
