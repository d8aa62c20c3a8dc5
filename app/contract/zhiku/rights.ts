import { z } from "zod";
import { count, fen, id, time } from "#app/contract/common";
import { endpoint, ofPart } from "#app/contract/endpoint";
import { zhikuCategoryRef } from "./content";

/** A right on sale. */
export const rightsOffer = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  /** Category that it covers, with its subcategories; null for all. */
  category: zhikuCategoryRef.nullable(),
  price: fen,
  /** Duration in days. */
  days: count,
});
export type RightsOffer = z.output<typeof rightsOffer>;

/** State of a right, derived from its times. */
export const userRightState = z.enum(["upcoming", "active", "expired"]);

/** A member's right. It is valid from `from` (inclusive) until `until` (exclusive), to the second. */
export const userRight = z.object({
  id: z.number(),
  /** Null for all categories. */
  category: zhikuCategoryRef.nullable(),
  from: time,
  until: time,
  state: userRightState,
  /** Purchased, redeemed, or granted by the operator. */
  source: z.enum(["order", "redeem", "operator"]),
});
export type UserRight = z.output<typeof userRight>;

/** Milliseconds before the end of a right from which its owner is reminded. */
export const ENDING_SOON = 7 * 24 * 60 * 60 * 1000;

/** Calls for the rights on sale. */
export const zhikuRightsApi = ofPart("zhiku", {
  list: endpoint({
    method: "GET",
    path: "/api/pro/rights/list",
    summary: "在售的权益与价格；给出分类时只含能打开它的",
    query: z.object({ categoryId: id.optional() }),
    data: z.array(rightsOffer),
  }),
});
