import { z } from "zod";
import { pageQuery, text, time } from "#app/contract/common";
import { instant } from "./instant";

/** Kinds of content written only by staff. */
export const EDITED_KINDS = ["announcement", "activity", "case"] as const;
export type EditedKind = (typeof EDITED_KINDS)[number];

/** Page of staff-written items: public ones, or removed ones. */
export const editedQuery = pageQuery.extend({ state: z.enum(["public", "removed"]).default("public") });

/** A staff-written item in lists of the console. */
export const editedSummary = z.object({
  id: z.number(),
  title: z.string(),
  createdAt: time,
  /** Null if never changed. */
  updatedAt: time.nullable(),
  version: z.number(),
  /** Time when it was removed from the site; null if it is public. */
  removedAt: time.nullable(),
  /** Time when it is hidden automatically; null for never. */
  hideAt: time.nullable(),
});
export type EditedSummary = z.output<typeof editedSummary>;

/** Time when an item is hidden automatically; null for never. */
export const hideAt = instant.nullable().default(null);

/** URL of a picture uploaded here; empty for none. */
export const pictureUrl = z.string().max(500).default("");

/** Reason for removing an item from the site. */
export const removalReason = text("原因", { max: 200 }).default("");
