import type { Vote } from "#app/contract/content/answer";
import type { KindWith } from "#app/contract/kinds";

/** Target and kind of a reaction: `like:article:5`. */
export type ReactionTarget =
  | `like:${KindWith<"likable">}:${number}`
  | `favorite:${KindWith<"favoritable"> | "zhiku"}:${number}`
  | `follow:${"user" | "question"}:${number}`
  | `follow:tag:${string}`
  | `vote:answer:${number}`;

/** State that a button asks for; never "toggle", so that asking twice changes nothing. */
export type ReactionState = "on" | "off" | Vote;

/** Name of the form field with the reaction: `like:article:5:on`. */
export const REACTION = "reaction";

/** Path that all reaction forms post to. */
export const REACTION_PATH = "/actions/reaction";

/** Value that discards the reaction asked for before the login. */
export const FORGET = "forget";
