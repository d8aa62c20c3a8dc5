import type { SearchSort } from "#app/contract/search";
import type { Connection, Db } from "#upstream/db/dialect";
import type { Database } from "#upstream/db/schema";
import type { CutText } from "./cut-text";

/** Kinds of texts that are in the index. */
export type SearchKind = Database["search_documents"]["kind"];

/** Text that is put into the index: plain text, title apart because it weighs more. */
export type SearchEntry = {
  kind: SearchKind;
  id: number;
  /** Empty for an answer: it goes under the title of its question, wherever that stands. */
  title: string;
  /** Plain text without marks, kept as it is for snippets. */
  body: string;
  createdAt: string;
  /** Of an answer: its question, which was put before. The question's words count as the answer's too. */
  questionId?: number;
  /** Words of the body and the title, where they were cut before the transaction. */
  cut?: CutText;
};

/** A title, and what it is the title of. */
export type TitleHit<K extends SearchKind = SearchKind> = { kind: K; id: number; title: string };

/** Text that was found, by its kind and number. */
export type SearchHitId<K extends SearchKind = SearchKind> = { kind: K; id: number };

/** Author, tag and time that results are narrowed to. */
export type Within = { authorId?: number | undefined; tag?: string | undefined; since?: string | undefined };

/** Words that are searched for, and what is searched. */
export type SearchQuery<K extends SearchKind = SearchKind> = {
  /** As typed. Words in quotes are looked for as they stand. */
  text: string;
  kinds: readonly K[];
  offset: number;
  limit: number;
  /** At most so many hits for a question and its answers together; no limit when absent. */
  perQuestion?: number;
  /** Looks for the words as they were typed, even where others were probably meant. */
  asTyped?: boolean;
  sort?: SearchSort;
  within?: Within;
};

/** Full-text search over segmented Chinese; one back end for each database. */
export type Search = {
  /** Cuts a body and its title into their words, mostly in another thread: before the transaction that puts them. */
  cut(body: string, title?: string): Promise<CutText>;
  /** Adds or replaces entries, in the transaction that wrote them; a question renamed takes its answers along. */
  put(trx: Db, entries: readonly SearchEntry[]): Promise<void>;
  remove(trx: Db, kind: SearchKind, id: number): Promise<void>;
  /**
   * The best hits: title before body, all words before any, then newer. Those with only some of the words
   * are added when few have all. `total` is exact up to 1,000, and no page lies beyond it.
   */
  find<K extends SearchKind>(
    db: Db,
    query: SearchQuery<K>,
  ): Promise<{ hits: SearchHitId<K>[]; total: number; shownFor?: string }>;
  /**
   * Titles that have the words of a query, be it half typed; of the newest. `narrowed`: of the newest of these kinds, which are a
   * small part of the index.
   */
  titles<K extends SearchKind>(
    db: Db,
    text: string,
    of: { kinds: readonly K[]; limit: number; narrowed?: boolean },
  ): Promise<TitleHit<K>[]>;
  /** The words of a query as they are looked for, to mark them in titles and snippets. */
  words(text: string): string[];
  /** Loads the dictionary (about 150 ms) now rather than at the first use. */
  warm(): void;
  /** Tidies the index after very many `put`s, as a fill or an import does, however long that takes. */
  optimize(connection: Pick<Connection, "unlimited">): Promise<void>;
};
