import { type RawBuilder, sql } from "kysely";
import type { Db } from "#upstream/db/dialect";
import type { Lookup, Term } from "./parse-query";
import type { SearchKind } from "./search";
import type { Tokens } from "./segment";

/** Looks for documents that have all of `terms` and all of `crossWordPairs`; the newest `limit` of them. */
export type IndexQuery = {
  within: "titles" | "texts";
  terms: readonly Term[];
  crossWordPairs: readonly Lookup[];
  limit: number;
  /** Pairs that stand across two words of a title count as well. */
  acrossWords?: boolean;
  /** Nearly every document has these words, so that the newest are found without an index. */
  stopWordsOnly: boolean;
};

/** Limits of everything that a search asks for. */
export type Narrowing = {
  /** Words that no text may have. */
  without: readonly Term[];
  /** Condition on a row `d` of `search_documents`; absent where the index is asked for all there is. */
  where?: RawBuilder<unknown>;
};

/** Document as it is written into the index; its text's tokens, in which those of the title are, are each there once. */
export type IndexedDocument = { id: number; kind: SearchKind; title: Tokens; text: string[] };

/** Part of the search that differs between the databases: how tokens are stored, and how they are looked for. */
export type BackEnd = {
  /** Indexes documents anew; what was there under their ids is replaced. */
  write(trx: Db, documents: readonly IndexedDocument[]): Promise<void>;
  erase(trx: Db, id: number): Promise<void>;
  /** One `select ask, ids`, these as a JSON list, the newest first. */
  select(ask: IndexQuery, number: number, narrowing: Narrowing): RawBuilder<{ ask: number; ids: string }>;
  optimize(db: Db): Promise<void>;
};

/** Asks everything in one statement: the documents that each ask finds, the newest first. */
export async function documentsOf(
  backEnd: BackEnd,
  db: Db,
  asks: readonly IndexQuery[],
  narrowing: Narrowing,
): Promise<number[][]> {
  if (asks.length === 0) return [];
  const parts = asks.map((ask, number) => backEnd.select(ask, number, narrowing));
  const { rows } = await sql<{ ask: number; ids: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
  const lists: number[][] = asks.map(() => []);
  for (const { ask, ids } of rows) lists[ask] = JSON.parse(ids) as number[];
  return lists;
}
