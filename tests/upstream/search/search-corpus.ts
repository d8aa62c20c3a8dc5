import { readFileSync } from "node:fs";
import type { Services } from "#upstream/call/context";
import { transact } from "#upstream/db/transact";
import type { SearchEntry, SearchKind } from "#upstream/services/search/search";

type Fixture = { kind: SearchKind; title?: string; question?: string; body: string; days: number };
export type ExpectedQuery = {
  query: string;
  /** The title that must be among the first three; for an answer, its question's. */
  title: string;
  scope: keyof typeof KINDS;
  why?: string;
};

export const KINDS = {
  all: ["question", "answer", "article", "case"],
  qna: ["question", "answer"],
  article: ["article"],
  case: ["case"],
} as const satisfies Record<string, readonly SearchKind[]>;

const DAY = 24 * 3600 * 1000;
const NOW = Date.parse("2026-06-01T00:00:00.000Z");

export const readFixture = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../../fixtures/${name}.json`, import.meta.url), "utf8")) as T;

/** Indexes the hand-made corpus; returns the title of each document by `kind/id`. */
export async function putCorpus({ db, search }: Pick<Services, "db" | "search">): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  const questions = new Map<string, number>();
  const entries = readFixture<Fixture[]>("search-corpus").map((one, index): SearchEntry => {
    const id = index + 1;
    if (one.kind === "question") questions.set(one.title ?? "", id);
    titles.set(`${one.kind}/${id}`, one.title ?? one.question ?? "");
    const entry = {
      kind: one.kind,
      id,
      title: one.title ?? "",
      body: one.body,
      createdAt: new Date(NOW - one.days * DAY).toISOString(),
    };
    const questionId = questions.get(one.question ?? "");
    return questionId === undefined ? entry : { ...entry, questionId };
  });
  await transact(db, (trx) => search.put(trx, entries));
  return titles;
}
