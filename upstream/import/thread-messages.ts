import type { MadeText, MakeOptions } from "#upstream/services/make-text";

/** Question of the thread to who has the database: the sizes of pictures by their keys, or a text that shows some. */
export type Question = { sizes: readonly string[] } | { keep: string };

/** Messages to the thread that makes texts. */
export type ToThread =
  | { type: "make"; number: number; source: string; options: MakeOptions }
  | { type: "answer"; number: number; answer: unknown }
  | { type: "refusal"; number: number; message: string };

/** Messages of the thread that makes texts. */
export type FromThread =
  | { type: "made"; number: number; made: MadeText }
  | { type: "failed"; number: number; message: string }
  | { type: "ask"; number: number; question: Question };
