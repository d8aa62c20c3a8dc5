import { type RawBuilder, sql } from "kysely";
import { ALONE, compiledQuery } from "#upstream/db/compiled-query";
import type { Db } from "#upstream/db/dialect";
import type { Lookup, Reading, Term } from "./parse-query";
import type { SearchKind } from "./search";
import type { Tokens } from "./segment";

/** Index lookup: the newest `limit` documents that contain all of `terms` and all of `crossWordPairs`. */
export type IndexQuery = {
  within: "titles" | "texts";
  terms: readonly Term[];
  crossWordPairs: readonly Lookup[];
  limit: number;
  /** Also finds pairs across two words of a title. */
  acrossWords?: boolean;
  /** Nearly every document contains these words, so that the newest are found without the index. */
  stopWordsOnly: boolean;
};

/** Restrictions of all lookups of a search. */
export type Narrowing = {
  /** Terms that a document must not contain. */
  without: readonly Term[];
  /** Condition on a row `d` of `search_documents`; absent to search the whole index. */
  where?: RawBuilder<unknown>;
};

/** Document to be indexed; `tokens` are those of its text and title, without duplicates, separated by spaces. */
export type IndexedDocument = { id: number; kind: SearchKind; title: Tokens; tokens: string };

/** A lookup in the index's query language. */
type Expression = { within: IndexQuery["within"]; expression: string; limit: number; stopWordsOnly: boolean };
/** Number of a lookup, and its documents as a JSON list of ids, newest first. */
type LookupRow = { ask: number; ids: string };
/** Builds the SQL of a lookup, with one row. */
export type Select = (lookup: Expression, place: { number: number; narrowing: Narrowing }) => RawBuilder<LookupRow>;

/** Database-specific part of the search: storage and lookup of tokens. */
export type BackEnd = {
  /** Indexes documents; replaces existing entries with their ids. */
  write(trx: Db, documents: readonly IndexedDocument[]): Promise<void>;
  erase(trx: Db, id: number): Promise<void>;
  /** Conditions of a lookup in the index's query language, without duplicates; a document must meet all of them. */
  conditions(ask: IndexQuery): string[];
  /** Combines conditions into one expression. */
  all(conditions: readonly string[]): string;
  /** SQL of a lookup, with one row. */
  select: Select;
  /** Runs lookups in the whole index, with statements that are compiled once. */
  selectAll: ReturnType<typeof compiledSelect>;
  optimize(db: Db): Promise<void>;
};

/** Prepares one statement for each combination of lookups in the whole index. */
export function compiledSelect(select: Select) {
  type Values = { expressions: string[]; limits: number[] };
  return compiledQuery((_, { expressions, limits }: Values, ...where: readonly string[]) => {
    const lookups = where.map((place, at): Expression => {
      const [within, words] = place.split(" ") as [Expression["within"], string?];
      return { within, stopWordsOnly: words !== undefined, expression: expressions[at] ?? "", limit: limits[at] ?? 0 };
    });
    return union(select, lookups, { without: [] });
  }, ALONE);
}

const union = (select: Select, lookups: readonly Expression[], narrowing: Narrowing) =>
  sql<LookupRow>`${sql.join(
    lookups.map((lookup, number) => select(lookup, { number, narrowing })),
    sql` union all `,
  )}`;

async function runLookups(
  { select, selectAll }: BackEnd,
  db: Db,
  lookups: readonly Expression[],
  narrowing: Narrowing,
): Promise<LookupRow[]> {
  if (narrowing.without.length > 0 || narrowing.where) {
    return (await union(select, lookups, narrowing).execute(db)).rows;
  }
  const values = {
    expressions: lookups.map(({ expression }) => expression),
    limits: lookups.map(({ limit }) => limit),
  };
  return selectAll(
    db,
    values,
    ...lookups.map(({ within, stopWordsOnly }) => within + (stopWordsOnly ? " common" : "")),
  );
}

/** Results of a search's lookups, by their conditions. */
export type LookupResults = Map<string, { limit: number; ids: number[] }>;

/** Restriction of all lookups of a search, and their earlier results. */
type Known = { narrowing: Narrowing; results?: LookupResults };

/**
 * Runs all lookups in one statement; each returns its documents, newest first. Equal lookups run once, and those with
 * results already are not repeated.
 */
export async function documentsOf(
  backEnd: BackEnd,
  db: Db,
  asks: readonly IndexQuery[],
  { narrowing, results = new Map() }: Known,
): Promise<number[][]> {
  const keyed = asks.map((ask) => {
    const conditions = backEnd.conditions(ask);
    return { ask, conditions, key: `${ask.within} ${[...conditions].sort().join(" ")}` };
  });
  const wanted = new Map<string, (typeof keyed)[number]>();
  for (const one of keyed) {
    const { limit } = wanted.get(one.key)?.ask ?? { limit: 0 };
    if (!isKnown(results.get(one.key), one.ask.limit) && one.ask.limit > limit) wanted.set(one.key, one);
  }
  const left = [...wanted.values()];
  if (left.length > 0) {
    const lookups = left.map(({ ask, conditions }) => ({ ...ask, expression: backEnd.all(conditions) }));
    const rows = await runLookups(backEnd, db, lookups, narrowing);
    const lists = new Map(rows.map(({ ask, ids }) => [ask, JSON.parse(ids) as number[]]));
    left.forEach(({ key, ask: { limit } }, number) => {
      results.set(key, { limit, ids: lists.get(number) ?? [] });
    });
  }
  return keyed.map(({ key, ask }) => results.get(key)?.ids.slice(0, ask.limit) ?? []);
}

const isKnown = (result: { limit: number; ids: number[] } | undefined, limit: number): boolean =>
  result !== undefined && (result.limit >= limit || result.ids.length < result.limit);

/**
 * Readings of a term, without those whose documents another reading finds as well: 需求文档 is omitted if 需求 is a reading.
 */
export function tellingReadings({ readings }: Term): Reading[] {
  const says = (reading: Reading, { token, prefix }: Lookup) =>
    reading.lookups.some((one) => one.token === token && one.prefix === prefix);
  return readings.filter(
    (reading, at) =>
      !readings.some((other, place) => {
        if (place === at || !other.lookups.every((one) => says(reading, one))) return false;
        // Of two equal readings, the first is kept.
        return place < at || !reading.lookups.every((one) => says(other, one));
      }),
  );
}
