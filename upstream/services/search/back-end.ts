import { type RawBuilder, sql } from "kysely";
import type { Db } from "#upstream/db/dialect";
import type { Lookup, Reading, Term } from "./parse-query";
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

/** Document as it is written into the index; `tokens` are its text's and its title's, each once, with a space between two. */
export type IndexedDocument = { id: number; kind: SearchKind; title: Tokens; tokens: string };

/** Part of the search that differs between the databases: how tokens are stored, and how they are looked for. */
export type BackEnd = {
  /** Indexes documents anew; what was there under their ids is replaced. */
  write(trx: Db, documents: readonly IndexedDocument[]): Promise<void>;
  erase(trx: Db, id: number): Promise<void>;
  /** Conditions of an ask in the language of the index, each once; a document has to meet all of them. */
  conditions(ask: IndexQuery): string[];
  /** One `select ask, ids` for such conditions, these as a JSON list, the newest first. */
  select(ask: IndexQuery, asked: Conditions): RawBuilder<{ ask: number; ids: string }>;
  optimize(db: Db): Promise<void>;
};

type Conditions = { conditions: readonly string[]; number: number; narrowing: Narrowing };

/** Answers of the index to the asks of one search, by what was asked. */
export type Answers = Map<string, { limit: number; ids: number[] }>;

/**
 * Asks everything in one statement: the documents that each ask finds, the newest first. Asks that come to the same are one, and
 * what `answers` has is not asked again.
 */
export async function documentsOf(
  backEnd: BackEnd,
  db: Db,
  asks: readonly IndexQuery[],
  narrowing: Narrowing,
  answers: Answers = new Map(),
): Promise<number[][]> {
  const keyed = asks.map((ask) => {
    const conditions = backEnd.conditions(ask);
    return { ask, conditions, key: `${ask.within} ${[...conditions].sort().join(" ")}` };
  });
  const wanted = new Map<string, (typeof keyed)[number]>();
  for (const one of keyed) {
    const { limit } = wanted.get(one.key)?.ask ?? { limit: 0 };
    if (!isAnswered(answers.get(one.key), one.ask.limit) && one.ask.limit > limit) wanted.set(one.key, one);
  }
  const left = [...wanted.values()];
  if (left.length > 0) {
    const parts = left.map(({ ask, conditions }, number) => backEnd.select(ask, { conditions, number, narrowing }));
    const { rows } = await sql<{ ask: number; ids: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
    const lists = new Map(rows.map(({ ask, ids }) => [ask, JSON.parse(ids) as number[]]));
    left.forEach(({ key, ask: { limit } }, number) => {
      answers.set(key, { limit, ids: lists.get(number) ?? [] });
    });
  }
  return keyed.map(({ key, ask }) => answers.get(key)?.ids.slice(0, ask.limit) ?? []);
}

const isAnswered = (answer: { limit: number; ids: number[] } | undefined, limit: number): boolean =>
  answer !== undefined && (answer.limit >= limit || answer.ids.length < answer.limit);

/** Readings of a term without those that find nothing but what another finds: 需求文档 where 需求 is one. */
export function tellingReadings({ readings }: Term): Reading[] {
  const says = (reading: Reading, { token, prefix }: Lookup) =>
    reading.lookups.some((one) => one.token === token && one.prefix === prefix);
  return readings.filter(
    (reading, at) =>
      !readings.some((other, place) => {
        if (place === at || !other.lookups.every((one) => says(reading, one))) return false;
        // Of two that say the same the first is kept.
        return place < at || !reading.lookups.every((one) => says(other, one));
      }),
  );
}
