import { z } from "zod";
import { endpoint } from "#app/contract/endpoint";
import { bucketKeys } from "./histograms";

/** Statistics that a page increments, besides its own views, when it is shown to a person. */
export type ShownFigure = "zhiku.wall" | "zhiku.rights";

/** Keys of the web servers' statistics. */
export const trafficKeys = [
  "visit.anonymous",
  "visit.member",
  "visit.bot",
  "page.read",
  "page.kept",
  "page.failed",
  "pressure.seconds",
  "pressure.put-off",
  "pressure.paid",
  "zhiku.wall",
  "zhiku.rights",
  ...bucketKeys("page.time"),
] as const;

/** Maximum count of one key in one report of a process. */
const TIMES_MAX = 10_000_000;

/** Call by which web servers report their statistics since the last report. */
export const trafficApi = {
  report: endpoint({
    method: "POST",
    path: "/api/ext/traffic",
    summary: "网页服务汇总的访问数：只有合计，没有人",
    body: z.object({
      counts: z
        .array(z.object({ key: z.enum(trafficKeys), times: z.number().int().min(1).max(TIMES_MAX) }))
        .max(trafficKeys.length),
    }),
    data: z.null(),
  }),
};
