import { z } from "zod";
import { day } from "#app/contract/admin/instant";
import { staffEndpoint } from "#app/contract/endpoint";
import { figureKeys } from "./figure-names";

/** Maximum days per request. */
const DAYS_MAX = 1_100;
const MS_PER_DAY = 86_400_000;

/** Days in China, inclusive, and the step to aggregate by. */
const range = z
  .object({ from: day, to: day, step: z.enum(["day", "week", "month"]).default("day") })
  .refine(({ from, to }) => from <= to, { path: ["to"], message: "结束不能早于开始" })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < DAYS_MAX * MS_PER_DAY, {
    path: ["from"],
    message: "一次最多看三年",
  });
/** Requested date range. */
export type FigureRange = z.output<typeof range>;

/** Values of one figure over a range, its total, and the total of the preceding period of the same length. */
export const figureSeries = z.object({
  key: z.enum(figureKeys),
  /** A value per label; null if a state was not measured, or a share or quantile has no data. */
  values: z.array(z.number().nullable()),
  /** Sum of a flow, last value of a state; share or quantile over the whole range. */
  total: z.number().nullable(),
  /** Total of the preceding period of the same length; null if unknown. */
  before: z.number().nullable(),
});
/** Values of one figure over a range. */
export type FigureSeries = z.output<typeof figureSeries>;

/** Calls on the site's figures. */
export const adminFiguresApi = {
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/figures",
    permission: "figures.read",
    summary: "后台：一段日子的数据，与之前同样长的一段相比；收入只给看得了的人",
    query: range,
    data: z.object({
      /** First day of each step. */
      labels: z.array(z.string()),
      series: z.array(figureSeries),
      /** Most frequent searches without results. */
      missed: z.array(z.object({ word: z.string(), times: z.number() })),
      /** Most opened zhiku documents. */
      documents: z.array(z.object({ id: z.number(), title: z.string(), reads: z.number(), downloads: z.number() })),
      /** Daily SMS budget, and the price of one in fen, if known. */
      sms: z.object({ budget: z.number(), price: z.number().nullable() }),
    }),
  }),
  export: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/figures/export",
    permission: "figures.read",
    summary: "后台：同样的数据，CSV 文件",
    body: range,
    /** No envelope: the response is the file. */
    data: z.unknown(),
    reply: "blob",
  }),
};
