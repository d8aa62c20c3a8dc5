import type { MadeText, MakeOptions } from "#upstream/services/make-text";

/**
 * Request from the thread to the owner of the database: the sizes of pictures by key, or a text whose files are to be
 * marked as used.
 */
export type Question = { sizes: readonly string[] } | { keep: string };

/** Messages to the rendering thread. */
export type ToThread =
  | { type: "make"; number: number; source: string; options: MakeOptions }
  | { type: "answer"; number: number; answer: unknown }
  | { type: "refusal"; number: number; message: string };

/** Messages from the rendering thread. */
export type FromThread =
  | { type: "made"; number: number; made: MadeText }
  | { type: "failed"; number: number; message: string }
  | { type: "ask"; number: number; question: Question };
