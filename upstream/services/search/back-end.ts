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
  scored: boolean;
  /** Nearly every document has these words, so that the newest are found without an index. */
  stopWordsOnly: boolean;
};

/** A document that an ask found. */
export type Match = {
  /** Index of the ask. */
  ask: number;
  id: number;
  kind: SearchKind;
  item_id: number;
  question_id: number | null;
  created_at: string;
  /** How well it fits, larger is better; only comparable within one ask, 0 when not scored. */
  score: number;
};

/** Part of the search that differs between the databases: how tokens are stored, and how they are looked for. */
export type BackEnd = {
  /** Indexes a document anew; what was there under this id is replaced. */
  write(trx: Db, document: { id: number; kind: SearchKind; title: Tokens; text: Tokens }): Promise<void>;
  erase(trx: Db, id: number): Promise<void>;
  /** One `select ask, id, kind, item_id, question_id, created_at, score`. */
  select(ask: IndexQuery, number: number, kinds: readonly SearchKind[]): RawBuilder<Match>;
  optimize(db: Db): Promise<void>;
};

/** Asks everything in one statement; matches come in no order, and one document for each ask that found it. */
export async function matches(
  backEnd: BackEnd,
  db: Db,
  asks: readonly IndexQuery[],
  kinds: readonly SearchKind[],
): Promise<Match[]> {
  if (asks.length === 0 || kinds.length === 0) return [];
  const parts = asks.map((ask, number) => backEnd.select(ask, number, kinds));
  const { rows } = await sql<Match>`${sql.join(parts, sql` union all `)}`.execute(db);
  return rows;
}
