import type { Generated } from "kysely";

/** A word, or a two-word name, that occurs in a title; misspelled queries are corrected to it. */
export type SearchVocabularyTable = {
  word: string;
  /** Pinyin with easily confused sounds merged; for a Latin word, its first letter and length. */
  sound: string;
  pinyin: string;
  /** First letters of the syllables; empty if fewer than three. */
  initials: string;
};

/** A synonym group as staff wrote it, separated by commas. */
export type SearchSynonymsTable = {
  id: Generated<number>;
  words: string;
  created_at: string;
};

/** Word of a synonym group, normalized like queries. */
export type SearchSynonymWordsTable = { synonym_id: number; word: string };
