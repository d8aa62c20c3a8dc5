import { sql } from "kysely";
import { compiledQuery } from "#upstream/db/compiled-query";
import type { Db } from "#upstream/db/dialect";
import { bitOf, type Candidate } from "./candidates";
import type { Gathered } from "./gather";
import { normalize } from "./normalize";
import { amongIds, idList, packed } from "./one-statement";
import { bareOf, type ParsedQuery } from "./parse-query";
import { type Finder, finderOf, type Places, proximity } from "./places";
import { type Features, scoreOf } from "./score";
import type { SearchKind } from "./search";

/** Number of titles loaded, and of texts of the best of these. */
const TITLES_READ = 100;
const TEXTS_READ = 24;
/** Characters of a text that are read; more if the words are known to be adjacent in it. */
const TEXT_READ = 6_000;
const TEXT_READ_MAX = 40_000;
/** Weight of the question's title for an answer. */
const OTHERS_TITLE = 0.25;
/** Weight of a term that only occurs across two words of a title. */
const ACROSS_WORDS = 0.3;
/** BM25 parameters: saturation of repetitions, penalty for long texts, bonus of a title. */
const SATURATION = 1.2;
const BY_LENGTH = 0.5;
const TITLE_TIMES = 5;
/** Characters of an average text. */
const MIDDLING = 3000;
/** Minimum characters of a contiguous match; shorter ones are single words. */
const STRETCH_MIN = 4;
/**
 * Weight of a contiguous match in a text relative to one in a title, and the length from which it applies: shorter ones
 * are adjacent by chance.
 */
const STRETCH_IN_TEXT = 0.6;
const STRETCH_TELLING = 8;
const ALL = 0.99;

/** A candidate whose title, and perhaps text, was loaded. */
export type Read = {
  id: number;
  /** Whether its text has all words. */
  all: boolean;
  row: TitleRow;
  candidate: Candidate;
  score: number;
};

type Query = { query: ParsedQuery; gathered: Gathered };

/**
 * Loads the titles of the best candidates and the texts of the best of those, and scores them by content. Newer
 * documents come first only if scores are equal. Missing documents are omitted.
 */
export async function readCandidates(db: Db, { query, gathered }: Query): Promise<{ best: Read[]; rest: Candidate[] }> {
  const { candidates } = gathered;
  const read = candidates.slice(0, TITLES_READ);
  const reader = readerOf({ query, gathered });
  const titles = await titlesOf(db, read);
  const withTitles: Read[] = [];
  for (const candidate of read) {
    const row = titles.get(candidate.id);
    if (!row) continue;
    const { id, all } = candidate;
    withTitles.push({ id, all, row, candidate, score: scoreOf(reader.ofTitle(candidate, row)) });
  }
  withTitles.sort(byScore);
  const closest = withTitles.slice(0, TEXTS_READ).map(({ candidate }) => candidate);
  const texts = await textsOf(db, closest);
  const kept: Read[] = [];
  for (const one of withTitles.slice(0, TEXTS_READ)) {
    const features = reader.ofText(one.candidate, one.row, texts.get(one.id) ?? "");
    if (features) kept.push({ ...one, score: scoreOf(features) });
  }
  return { best: [...kept.sort(byScore), ...withTitles.slice(TEXTS_READ)], rest: candidates.slice(TITLES_READ) };
}

/** Smaller score differences count as equal, so that the newer document comes first. */
const STEP = 0.01;

function byScore(a: Read, b: Read): number {
  const [first, second] = [Math.round(a.score / STEP), Math.round(b.score / STEP)];
  if (first !== second) return second - first;
  if (a.row.created_at !== b.row.created_at) return a.row.created_at < b.row.created_at ? 1 : -1;
  return b.id - a.id;
}

const idOf = ({ id }: { id: number }): number => id;

type TitleRow = { id: number; kind: SearchKind; item_id: number; created_at: string; title: string };

async function titlesOf(db: Db, candidates: readonly { id: number }[]): Promise<Map<number, TitleRow>> {
  if (candidates.length === 0) return new Map();
  const rows = await titlesAmong(db, { list: idList(db, candidates.map(idOf)) });
  const list = JSON.parse(rows[0]?.list ?? "[]") as [number, SearchKind, number, string, string][];
  return new Map(list.map(([id, kind, item_id, created_at, title]) => [id, { id, kind, item_id, created_at, title }]));
}

const titlesAmong = compiledQuery((db, { list }: { list: string }) => {
  const columns = [sql`d.id`, sql`d.kind`, sql`d.item_id`, sql`d.created_at`, sql`s.title`];
  return sql<{ list: string }>`select ${packed(db, columns)} as list
    from search_documents d join search_sources s on s.document_id = d.id where d.id ${amongIds(db, list)}`;
});

async function textsOf(db: Db, candidates: readonly Candidate[]): Promise<Map<number, string>> {
  if (candidates.length === 0) return new Map();
  const whole = candidates.filter(({ textTogether }) => textTogether);
  const rows = await textsAmong(db, { list: idList(db, candidates.map(idOf)), whole: idList(db, whole.map(idOf)) });
  return new Map(rows.map(({ id, body }) => [id, body]));
}

const textsAmong = compiledQuery(
  (db, { list, whole }: { list: string; whole: string }) =>
    sql<{ id: number; body: string }>`select document_id as id, substr(body, 1,
      case when document_id ${amongIds(db, whole)} then ${sql.lit(TEXT_READ_MAX)} else ${sql.lit(TEXT_READ)} end) as body
      from search_sources where document_id ${amongIds(db, list)}`,
);

/** A title, and how well it matches each term. */
type TitlePart = { text: string; own: number; bests: number[]; said: number; squeezed: string; brief: number };

function readerOf({ query, gathered }: Query) {
  const { terms, crossWordPairs, whole, stretch, neighbours, without } = query;
  const { rarity, titlesWith } = gathered;
  const finders: Finder[] = terms.map(finderOf);
  const all = rarity.reduce((sum, one) => sum + one, 0) || 1;
  const pairs: ((text: string) => boolean)[] = [
    ...crossWordPairs.map(
      ({ token }) =>
        (text: string) =>
          text.includes(token),
    ),
    ...neighbours.map(finderOf).map((find) => (text: string) => find(text).count > 0),
  ];
  const shareOf = (...texts: string[]) =>
    pairs.length === 0 ? 0 : pairs.filter((isIn) => texts.some(isIn)).length / pairs.length;
  const lengths = terms.map(({ word }) => lengthOf(word));
  const wholeLength = lengthOf(whole);
  const stretchInText = STRETCH_IN_TEXT * Math.min(1, wholeLength / STRETCH_TELLING);

  const parts = new Map<number, TitlePart>();
  function titlePart(one: Candidate, row: TitleRow): TitlePart {
    const known = parts.get(one.id);
    if (known) return known;
    const part = readTitle(one, row);
    parts.set(one.id, part);
    return part;
  }

  function readTitle(one: Candidate, { kind, title }: TitleRow): TitlePart {
    const text = normalize(title);
    const own = kind === "answer" ? OTHERS_TITLE : 1;
    const bests = finders.map((find, number) => {
      const { best } = find(text);
      if (best === 0) return (one.inTitle & bitOf(number)) !== 0 ? ACROSS_WORDS * own : 0;
      const known = titlesWith[number];
      return own * (known && !known.has(one.id) && kind !== "answer" ? best * ACROSS_WORDS : best);
    });
    const said = bests.reduce((sum, best, number) => sum + (rarity[number] ?? 0) * Math.min(1, best), 0) / all;
    const squeezed = bareOf(text);
    const length = Math.max(1, squeezed.length);
    const covered = bests.filter((best) => best > 0).reduce((sum, _, number) => sum + (lengths[number] ?? 0), 0);
    return { text, own, bests, said, squeezed, brief: said * Math.min(1, covered / length) };
  }

  const featuresOf = (one: Candidate, part: TitlePart, found: { count: number; known: boolean }[], length: number) => {
    let sum = 0;
    let cover = 0;
    found.forEach(({ count, known }, number) => {
      const times = TITLE_TIMES * (part.bests[number] ?? 0) + count / (1 - BY_LENGTH + (BY_LENGTH * length) / MIDDLING);
      if (times <= 0) return;
      sum += ((rarity[number] ?? 0) * times * (SATURATION + 1)) / (times + SATURATION);
      if (known) cover += rarity[number] ?? 0;
    });
    const inTitle = wholeLength >= STRETCH_MIN && part.squeezed.includes(whole);
    return {
      text: sum / all,
      cover: cover / all,
      title: part.said,
      brief: part.brief,
      titlePairs: shareOf(part.text) * part.own,
      textPairs: 0,
      near: 0,
      stretch: inTitle ? part.own : 0,
      whole: part.squeezed === whole ? part.own : 0,
      named: one.named,
    };
  };

  return {
    ofTitle(one: Candidate, row: TitleRow): Features {
      const part = titlePart(one, row);
      const found = part.bests.map((best, number) => ({
        count: (one.inText & bitOf(number)) !== 0 ? 1 : 0,
        known: best > 0 || (one.inText & bitOf(number)) !== 0,
      }));
      return { ...featuresOf(one, part, found, MIDDLING), ...untilRead(one) };
    },

    /** Computes the features of a document; null if it contains an excluded word, even inside another. */
    ofText(one: Candidate, row: TitleRow, body: string): Features | null {
      const part = titlePart(one, row);
      const text = body.toLowerCase();
      if (without.some(({ word }) => text.includes(word) || part.text.includes(word))) return null;
      const places: Places[] = finders.map((find) => find(text));
      const found = places.map(({ count }, number) => ({
        count: count || ((one.inText & bitOf(number)) !== 0 && (part.bests[number] ?? 0) === 0 ? ACROSS_WORDS : 0),
        known: count > 0 || (one.inText & bitOf(number)) !== 0 || (part.bests[number] ?? 0) > 0,
      }));
      const features = featuresOf(one, part, found, body.length);
      features.textPairs = shareOf(part.text, text);
      features.near = proximity(places.filter((_, number) => (lengths[number] ?? 0) > 1 || terms.length < 3));
      if (
        features.stretch < stretchInText &&
        wholeLength >= STRETCH_MIN &&
        features.cover > ALL &&
        stretch?.test(text)
      ) {
        features.stretch = stretchInText;
      }
      return features;
    },
  };
}

/** Estimated features of a text before it is loaded. */
function untilRead({ all, textTogether }: Candidate): { textPairs: number; near: number } {
  if (textTogether) return { textPairs: 1, near: 1 };
  return all ? { textPairs: 0.5, near: 0.5 } : { textPairs: 0, near: 0 };
}

const lengthOf = (word: string): number => [...word].length;
