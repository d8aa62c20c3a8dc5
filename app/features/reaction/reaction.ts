import type { Vote } from "#app/contract/answer";
import type { KindWith } from "#app/contract/kinds";

/** Thing that can be reacted to, and how: `like:article:5`. */
export type ReactionTarget =
  | `like:${KindWith<"likable">}:${number}`
  | `favorite:${KindWith<"favoritable"> | "zhiku"}:${number}`
  | `follow:${"user" | "question"}:${number}`
  | `follow:tag:${string}`
  | `vote:answer:${number}`;

/** The state that a button asks for; never "the other one", so that asking twice changes nothing. */
export type ReactionState = "on" | "off" | Vote;

/** The name of the field in which a form says what it asks for: `like:article:5:on`. */
export const REACTION = "reaction";

/** Path that all reactions are sent to. */
export const REACTION_PATH = "/actions/reaction";

/** Instead of a reaction: what was asked for before the login is no longer wanted. */
export const FORGET = "forget";
