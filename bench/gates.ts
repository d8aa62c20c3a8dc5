import type { Results } from "./sections";
import { printTable } from "./table";

/** What a figure must be (`gate`) and should be (`aim`), and what it was at commit 6c1a0e8 (null: not measured). */
type Gate = {
  name: string;
  before: number | null;
  gate: number;
  aim: number;
  /** Whether more is better. */
  more?: true;
  /** undefined if its section was not measured. */
  now(results: Results): number | undefined;
};

const memberPage = (name: string, kind: string, before: number): Gate => ({
  name: `member's ${name}, CPU ms`,
  before,
  gate: 0.5,
  aim: 0.2,
  now: ({ members }) => members?.reading.find((row) => row.name === kind)?.cpu,
});

const uncachedPage = (kind: string, before: number, aim: number): Gate => ({
  name: `${kind}, not cached, CPU ms`,
  before,
  gate: 0.8 * before,
  aim,
  now: ({ throughput }) => throughput?.rows.find((row) => row.kind === kind)?.uncached.cpu,
});

const cachedPage = (kind: string, before: number): Gate => ({
  name: `${kind}, cached, requests/s, % of node:http`,
  before,
  gate: 75,
  aim: 85,
  more: true,
  now: ({ throughput }) => percent(throughput?.rows.find((row) => row.kind === kind)?.ratio),
});

const postgresPage = (name: string, kind: string, gate: Pick<Gate, "before" | "gate" | "aim">): Gate => ({
  name: `PostgreSQL, ${name}, CPU × SQLite's`,
  ...gate,
  now: ({ postgres }) => postgres?.rows.find((row) => row.name === kind)?.ratio,
});

const twoWorkers = (name: string, kind: "rendered" | "like" | "mixed"): Gate => ({
  name: `two workers, ${name} a second, × one`,
  before: 1,
  gate: 1.6,
  aim: 1.8,
  more: true,
  now: ({ workers }) => workers?.rows.find((row) => row.kind === kind)?.times,
});

const GATES: Gate[] = [
  memberPage("home", "home, logged in", 5.5),
  memberPage("article", "article, logged in", 4.8),
  memberPage("question", "question, logged in", 4.2),
  memberPage("zhiku document", "zhiku document, with the right to it", 4.4),
  {
    name: "page cache, hit rate at 1 write/s, 100 reads/s, %",
    before: 43,
    gate: 85,
    aim: 94,
    more: true,
    now: ({ hits }) => percent(hits?.find((row) => row.perSecond === 100 && row.popular === "any")?.all),
  },
  {
    name: "renders per visible change, 400 other writes/s",
    before: 10,
    gate: 1.2,
    aim: 1,
    now: ({ changes }) => changes?.find(({ unrelated }) => unrelated === 400)?.perChange,
  },
  uncachedPage("article", 3.43, 2),
  uncachedPage("question", 2.68, 2),
  uncachedPage("home", 4.24, 3),
  cachedPage("home", 68),
  cachedPage("article", 77),
  cachedPage("question", 71),
  postgresPage("cached article", "article, anybody (cached)", { before: 4.5, gate: 2.5, aim: 1.5 }),
  postgresPage("member's home", "home, logged in", { before: null, gate: 2, aim: 1.4 }),
  postgresPage("member's article", "article, logged in", { before: null, gate: 2, aim: 1.4 }),
  postgresPage("member's question", "question, logged in", { before: null, gate: 2, aim: 1.4 }),
  {
    name: "scripts before the first interaction, kB",
    before: 98.3,
    gate: 5,
    aim: 2,
    now: ({ weight }) => weight && Math.max(...weight.map((row) => row.untouched)),
  },
  {
    name: "a visitor's article without pictures, kB",
    before: 118,
    gate: 60,
    aim: 35,
    now: ({ weight }) => weight?.find(({ kind }) => kind === "article")?.whole,
  },
  { name: "start to the first page, ms", before: 788, gate: 400, aim: 300, now: ({ start }) => start?.median },
  {
    name: "memory idle, MB",
    before: 174,
    gate: 140,
    aim: 130,
    now: ({ throughput }) => throughput?.memory.idle,
  },
  {
    name: "memory rendering under load, MB",
    before: 320,
    gate: 230,
    aim: 220,
    now: ({ throughput }) => throughput?.memory.uncachedLoad,
  },
  {
    name: "a login by password, CPU ms",
    before: 450,
    gate: 100,
    aim: 30,
    now: ({ members }) => members?.login.cpu,
  },
  twoWorkers("rendered pages", "rendered"),
  twoWorkers("likes", "like"),
  twoWorkers("both", "mixed"),
  {
    name: "two workers, p99 of writes beside pages, × one",
    before: 1,
    gate: 1.3,
    aim: 1.3,
    now: ({ workers }) => workers?.rows.find(({ kind }) => kind === "mixed")?.p99,
  },
  {
    name: "a comment written, CPU ms",
    before: 2.5,
    gate: 1.5,
    aim: 0.8,
    now: ({ members }) => members?.writing.find(({ name }) => name === "comment")?.cpu,
  },
  {
    name: "stale pages in 10,000 reads after writes",
    before: 0,
    gate: 0,
    aim: 0,
    now: ({ freshness }) => freshness?.stale,
  },
  {
    name: "a search in 50,000 articles, whole call, CPU ms",
    before: 8.5,
    gate: 5,
    aim: 3,
    now: ({ scale }) => mean(scale?.calls.filter(({ kind }) => kind.startsWith("search")).map(({ large }) => large)),
  },
  {
    name: "100,000 characters of one construct rendered, slowest, CPU ms",
    before: 1_500,
    gate: 200,
    aim: 200,
    now: ({ texts }) => texts && Math.max(...texts.map(({ cpu }) => cpu)),
  },
  {
    name: "Lighthouse, lowest score (without SEO)",
    before: 100,
    gate: 100,
    aim: 100,
    more: true,
    now: ({ lighthouse }) => lighthouse && Math.min(...lighthouse.flatMap(({ scores }) => scores.slice(0, 3))),
  },
  {
    name: "Lighthouse, latest largest paint, s",
    before: 1.1,
    gate: 1.2,
    aim: 0.8,
    now: ({ lighthouse }) => lighthouse && Math.max(...lighthouse.map(({ lcp }) => lcp)),
  },
];

/** Prints each gate of which something was measured, with what it was before, and whether it is met. */
export function printGates(results: Results): void {
  const rows = GATES.flatMap(({ name, before, gate, aim, more, now }) => {
    const value = now(results);
    if (value === undefined || Number.isNaN(value)) return [];
    const reaches = (wanted: number) => (more ? value >= wanted : value <= wanted);
    return [[name, before ?? Number.NaN, value, gate, aim, reaches(aim) ? "aim" : reaches(gate) ? "yes" : "MISSED"]];
  });
  if (rows.length > 0) printTable("Gates", ["", "before", "now", "gate", "aim", "met"], rows);
}

const percent = (share: number | undefined) => share && 100 * share;

function mean(numbers: readonly number[] | undefined): number | undefined {
  return numbers?.length ? numbers.reduce((sum, one) => sum + one, 0) / numbers.length : undefined;
}
