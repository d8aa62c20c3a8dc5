import { z } from "zod";
import { staffEndpoint } from "#app/contract/endpoint";
import { figureKeys } from "./figure-names";
import { day } from "./order";

/** Days that can be asked for at once. */
const DAYS_MAX = 1_100;
const MS_PER_DAY = 86_400_000;

/** Days in China, both included, and by what they are put together. */
const range = z
  .object({ from: day, to: day, step: z.enum(["day", "week", "month"]).default("day") })
  .refine(({ from, to }) => from <= to, { path: ["to"], message: "结束不能早于开始" })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < DAYS_MAX * MS_PER_DAY, {
    path: ["from"],
    message: "一次最多看三年",
  });
/** Days that figures are asked for. */
export type FigureRange = z.output<typeof range>;

/** Values of one figure over a range, each with its total and that of as many days before. */
export const figureSeries = z.object({
  key: z.enum(figureKeys),
  /** One for each label; null where a state was not looked at, or a share or a time is one of nothing. */
  values: z.array(z.number().nullable()),
  /** Sum of a flow, last value of a state; share and time of all of it. */
  total: z.number().nullable(),
  /** Total of as many days before; null where nothing is known of them. */
  before: z.number().nullable(),
});
/** Values of one figure over a range. */
export type FigureSeries = z.output<typeof figureSeries>;

/** Calls on the figures of the site. */
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
      /** Words that were searched for most without a result. */
      missed: z.array(z.object({ word: z.string(), times: z.number() })),
      /** Documents of zhiku that were opened most. */
      documents: z.array(z.object({ id: z.number(), title: z.string(), reads: z.number(), downloads: z.number() })),
      /** Messages that may go out a day, and what one costs in fen, where that is known. */
      sms: z.object({ budget: z.number(), price: z.number().nullable() }),
    }),
  }),
  export: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/figures/export",
    permission: "figures.read",
    summary: "后台：同样的数据，CSV 文件",
    body: range,
    /** No envelope: the file is the answer. */
    data: z.unknown(),
    reply: "blob",
  }),
};
