import type { Generated } from "kysely";
import type { WordAction } from "#app/contract/admin/review/word";

/** Sensitive words managed in the console. */
export type WordsTable = {
  id: Generated<number>;
  /** Word as typed. */
  word: string;
  /** Normalized for matching; unique. */
  word_key: string;
  action: WordAction;
  /** Number of texts held or refused because of the word. */
  hits: Generated<number>;
  created_at: string;
};
