import type { Generated } from "kysely";
import type { WordAction } from "#app/contract/admin/word";

/** Sensitive words that staff keep in the console. */
export type WordsTable = {
  id: Generated<number>;
  /** As it was typed. */
  word: string;
  /** As it is looked for; unique. */
  word_key: string;
  action: WordAction;
  /** Number of times that a text was held or refused for it. */
  hits: Generated<number>;
  created_at: string;
};
