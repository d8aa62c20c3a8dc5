import { z } from "zod";
import { endpoint } from "#app/contract/endpoint";
import { decimal } from "#app/contract/text/decimal";

/** Subject of a social card; `site` for all other pages. */
const cardOf = z.object({
  kind: z.enum(["site", "question", "answer", "article", "case", "activity", "announcement", "user", "zhiku"]),
  id: decimal(z.number().int().nonnegative()),
});
export type CardOf = z.output<typeof cardOf>;

/** Call for the picture shown with a shared link. */
export const shareCardApi = {
  get: endpoint({
    method: "GET",
    path: "/api/ext/card",
    summary: "分享图：标题、作者与站名画成的一张 PNG；wide 1200×630，thumb 300×300",
    query: cardOf.extend({ shape: z.enum(["wide", "thumb"]).default("wide") }),
    /** Replies with the picture, without an envelope. */
    data: z.unknown(),
    reply: "blob",
  }),
};
