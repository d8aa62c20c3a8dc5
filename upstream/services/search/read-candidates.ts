import { sql } from "kysely";
import { ALONE, compiledQuery } from "#upstream/db/compiled-query";
import type { Db } from "#upstream/db/dialect";
import { amongIds, idList } from "#upstream/db/id-list";
import type { Candidate } from "./candidates";
import { createFeatures } from "./document-features";
import type { Gathered } from "./gather";
import { packed } from "./one-statement";
import type { ParsedQuery } from "./parse-query";
import { scoreOf } from "./score";
import type { SearchKind } from "./search";

/** Number of titles loaded, and of texts of the best of these. */
const TITLES_READ = 100;
const TEXTS_READ = 24;
/** Characters of a text that are read; more if the words are known to be adjacent in it. */
const TEXT_READ = 6_000;
const TEXT_READ_MAX = 40_000;

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
  const features = createFeatures(query, gathered);
  const titles = await titlesOf(db, read);
  const withTitles: Read[] = [];
  for (const candidate of read) {
    const row = titles.get(candidate.id);
    if (!row) continue;
    const { id, all } = candidate;
    withTitles.push({ id, all, row, candidate, score: scoreOf(features.ofTitle(candidate, row)) });
  }
  withTitles.sort(byScore);
  const closest = withTitles.slice(0, TEXTS_READ).map(({ candidate }) => candidate);
  const texts = await textsOf(db, closest);
  const kept: Read[] = [];
  for (const one of withTitles.slice(0, TEXTS_READ)) {
    const ofText = features.ofText(one.candidate, one.row, texts.get(one.id) ?? "");
    if (ofText) kept.push({ ...one, score: scoreOf(ofText) });
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
}, ALONE);

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
  ALONE,
);
