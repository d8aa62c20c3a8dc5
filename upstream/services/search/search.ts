import type { SearchSort } from "#app/contract/reading/search";
import type { Connection, Db } from "#upstream/db/dialect";
import type { Database } from "#upstream/db/schema";
import type { CutText } from "./cut-text";

/** Kinds of indexed texts. */
export type SearchKind = Database["search_documents"]["kind"];

/** Text to be indexed, as plain text; the title is separate because it has more weight. */
export type SearchEntry = {
  kind: SearchKind;
  id: number;
  /** Empty for an answer, which is indexed together with its question's title. */
  title: string;
  /** Plain text without markup, stored unchanged for snippets. */
  body: string;
  createdAt: string;
  /** For an answer: its question, which must have been indexed before. The question's words also find the answer. */
  questionId?: number;
  /** Tokens of the body and the title, if they were segmented before the transaction. */
  cut?: CutText;
};

/** A title that was found, with the kind and id of its text. */
export type TitleHit<K extends SearchKind = SearchKind> = { kind: K; id: number; title: string };

/** Text that was found, by kind and id. */
export type SearchHitId<K extends SearchKind = SearchKind> = { kind: K; id: number };

/** Author, tag and time to which results are restricted. */
export type Within = { authorId?: number | undefined; tag?: string | undefined; since?: string | undefined };

/** Search query, and the kinds to search. */
export type SearchQuery<K extends SearchKind = SearchKind> = {
  /** Query as typed. Quoted words must occur literally. */
  text: string;
  kinds: readonly K[];
  offset: number;
  limit: number;
  /** Maximum number of hits among a question and its answers; unlimited if absent. */
  perQuestion?: number;
  /** Searches for the words as typed, without correcting them. */
  asTyped?: boolean;
  sort?: SearchSort;
  within?: Within;
};

/** Full-text search over segmented Chinese, with a back end for each database. */
export type Search = {
  /** Segments a body and its title, mostly in another thread; call it before the transaction that indexes them. */
  cut(body: string, title?: string): Promise<CutText>;
  /** Adds or replaces entries, in the transaction that wrote them; also reindexes the answers of a renamed question. */
  put(trx: Db, entries: readonly SearchEntry[]): Promise<void>;
  remove(trx: Db, kind: SearchKind, id: number): Promise<void>;
  /**
   * Returns the best hits: title matches before body matches, all words before some, then newer first. Texts with only
   * some of the words are added if few have all. `total` is exact up to 500, which is also the limit of pages. `words`
   * are those that were searched for, to mark them in titles and snippets; `missing` are those of them that occur nowhere.
   */
  find<K extends SearchKind>(
    db: Db,
    query: SearchQuery<K>,
  ): Promise<{ hits: SearchHitId<K>[]; total: number; words: string[]; missing: string[]; shownFor?: string }>;
  /**
   * Returns titles with the words of a query, the last of which may be incomplete, among the newest titles. `narrowed`:
   * among the newest of these kinds, which are a small part of the index.
   */
  titles<K extends SearchKind>(
    db: Db,
    text: string,
    of: { kinds: readonly K[]; limit: number; narrowed?: boolean },
  ): Promise<TitleHit<K>[]>;
  /** Loads the dictionary now (about 150 ms) rather than on first use. */
  warm(): void;
  /** Optimizes the index after very many `put`s, as by a fill or an import; may take long. */
  optimize(connection: Pick<Connection, "unlimited">): Promise<void>;
};
