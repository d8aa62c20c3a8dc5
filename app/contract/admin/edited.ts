import { z } from "zod";
import { pageQuery, text, time } from "#app/contract/common";
import { instant } from "./instant";

/** Kind of content that staff write, and nobody else. */
export type EditedKind = "announcement" | "activity" | "case";

/** Page of things that staff write: those on the site, or those taken off it. */
export const editedQuery = pageQuery.extend({ state: z.enum(["public", "removed"]).default("public") });

/** Something that staff wrote, as lists of the console have it. */
export const editedSummary = z.object({
  id: z.number(),
  title: z.string(),
  createdAt: time,
  /** Null while nobody has changed it. */
  updatedAt: time.nullable(),
  version: z.number(),
  /** It was taken off the site then; null while it is there. */
  removedAt: time.nullable(),
  /** Time at which it goes off the site by itself; null for never. */
  hideAt: time.nullable(),
});
export type EditedSummary = z.output<typeof editedSummary>;

/** Time at which something goes off the site by itself; null for never. */
export const hideAt = instant.nullable().default(null);

/** Address of a picture that was uploaded here; empty for none. */
export const pictureUrl = z.string().max(500).default("");

/** Reason why something is taken off the site. */
export const removalReason = text("原因", { max: 200 }).default("");
