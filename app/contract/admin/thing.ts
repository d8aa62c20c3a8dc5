import { z } from "zod";
import { time } from "#app/contract/common";
import { placedComment } from "#app/contract/content/comment";

/** State of a member's text: public, in its author's trash, removed by staff, or purged. */
export const thingState = z.enum(["public", "deleted", "removed", "gone"]);
export type ThingState = z.output<typeof thingState>;

/** A member's full text, with its parent. */
export const placedText = z.object({
  state: thingState,
  title: z.string(),
  /** Markdown; plain text for a comment. */
  content: z.string(),
  /** Parent of a comment or an answer; null for other texts. */
  place: placedComment.shape.target.nullable(),
});
export type PlacedText = z.output<typeof placedText>;

/** Staff decision on an item, from the log. */
export const pastDecision = z.object({ action: z.string(), actor: z.string(), reason: z.string(), at: time });
