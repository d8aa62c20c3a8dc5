import type { Generated } from "kysely";

/** A word, or a name of two words, that a title has or had: what is typed is mended to it. */
export type SearchVocabularyTable = {
  word: string;
  /** Pinyin in which what many do not tell apart is the same; of a Latin word its first letter and its length. */
  sound: string;
  pinyin: string;
  /** First letters of the syllables; empty where there are fewer than three. */
  initials: string;
};

/** A group of words that mean the same, as staff wrote it: separated by commas. */
export type SearchSynonymsTable = {
  id: Generated<number>;
  words: string;
  created_at: string;
};

/** Each word of a group, normalised, as queries are compared with it. */
export type SearchSynonymWordsTable = { synonym_id: number; word: string };
