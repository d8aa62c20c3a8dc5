import { z } from "zod";
import { placedComment } from "#app/contract/comment";
import { time } from "#app/contract/common";

/** State of what somebody wrote: on the site, in its author's trash, taken off by staff, or gone for good. */
export const thingState = z.enum(["public", "deleted", "removed", "gone"]);
export type ThingState = z.output<typeof thingState>;

/** Text of somebody, whole, and where it stands. */
export const placedText = z.object({
  state: thingState,
  title: z.string(),
  /** Markdown; of a comment plain text. */
  content: z.string(),
  /** Thing that a comment or an answer stands under; null where it stands by itself. */
  place: placedComment.shape.target.nullable(),
});
export type PlacedText = z.output<typeof placedText>;

/** Decision of staff on a thing, as the log has it. */
export const pastDecision = z.object({ action: z.string(), actor: z.string(), reason: z.string(), at: time });
