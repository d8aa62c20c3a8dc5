import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { paths } from "#app/paths";
import { createShortIds } from "#runtime/short-ids";
import { createUpstream } from "#upstream/app";
import { rememberMode } from "#upstream/db/mode-of-data";
import { CACHE, configOf } from "./datasets";
import { type Ask, exchange } from "./exchange";
import { GENERATOR, loadOf } from "./load";
import { createPeople, type Person } from "./people";
import { cpuOf, memoryOf } from "./process-usage";
import { BROWSER_HEADERS } from "./replies";
import { type Measured, startServer } from "./server-process";
import { median, percentile } from "./stats";
import { printTable } from "./table";

const PORTS: Record<Workers, number> = { 1: 21_010, 2: 21_011 };
const COUNTS = [1, 2] as const;
const CONNECTIONS = 16;
const PEOPLE = 600;
const ROUNDS = 12;
const SECONDS = 2;
/** More different requests per round than a server answers: a page that is requested again is cached. */
const REQUESTS = { rendered: 2_500, like: 10_000, mixed: 2_500 } as const;
/** Seconds of warm-up, with new pages in each. */
const WARMING = 8;
/** One in this many requests is a write. */
const WRITE_EVERY = 10;
/** Requests whose writes are timed one by one, per round. */
const TIMED = 500;

/** Several processes require production mode; this site contains no real data. */
const SALT = "of a site that is measured";
const PRODUCTION = {
  APP_MODE: "production",
  ALLOW_INSECURE_ORIGIN: "1",
  SECRET_KEY: "Kx2mQ9vT4wZ8pL3nB6cY1hJ5dF0gSar7",
  HASHID_SALT: SALT,
  PAGES_PER_MINUTE: "0",
  SEARCHES_PER_MINUTE: "0",
  PRESSURE_WAIT_MS: "0",
};

type Workers = 1 | 2;
type Kind = keyof typeof REQUESTS;
/**
 * `cpu` covers all processes of a site, in milliseconds per request; `p99` and `writes` are milliseconds of answers. Only
 * where reading and writing are mixed are writes timed.
 */
type Round = { perSecond: number; cpu: number; p99: number; writes: number[] };
type Summary = { perSecond: number; cpu: number; p99: number; writesP99: number };

/**
 * Compares two workers with one process: rendered pages, likes, and both together (one in ten requests writes), in
 * alternating rounds, each on its own copy of the demo data. The maximum gain from a second core is twice the CPU time
 * per request of one process, divided by that of two workers; this carries over from a busy machine, requests per
 * second don't. On two cores what requests the pages uses a part of the second one, so it must cost little. Cached
 * pages are omitted, because requesting them costs as much as serving them.
 */
export async function measureWorkers(demo: string) {
  const { encode } = createShortIds(SALT);
  const sites = [];
  for (const workers of COUNTS) {
    const folder = join(CACHE, `workers-${workers}`);
    rmSync(folder, { recursive: true, force: true });
    cpSync(demo, folder, { recursive: true });
    const people = await createPeople(configOf(folder), PEOPLE);
    const articles = await articlesOf(folder);
    await declareProduction(folder);
    const server = await startServer(PORTS[workers], { ...PRODUCTION, DATA_DIR: folder, WORKERS: String(workers) });
    sites.push({ workers, folder, server, asks: asksOf(people, articles, encode) });
  }
  const rounds = new Map<string, Round[]>();
  const of = (kind: Kind, workers: Workers) => {
    const key = `${kind} ${workers}`;
    const list = rounds.get(key) ?? [];
    rounds.set(key, list);
    return list;
  };
  for (const { server, asks } of sites)
    for (let second = 0; second < WARMING; second += SECONDS) await ask(server, asks, "rendered");
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const kind of Object.keys(REQUESTS) as Kind[]) {
      for (const { workers, server, asks } of sites) of(kind, workers).push(await ask(server, asks, kind));
    }
  }
  const memory = sites.map(({ workers, server }) => ({ workers, megabytes: memoryOf(server.pid) }));
  for (const { server, folder } of sites) {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const rows = (Object.keys(REQUESTS) as Kind[]).map((kind) => {
    const [one, two] = COUNTS.map((workers) => summaryOf(of(kind, workers))) as [Summary, Summary];
    return { kind, one, two, times: two.perSecond / one.perSecond, p99: two.writesP99 / one.writesP99 };
  });
  printTable(
    `Two workers, of one process (${GENERATOR}; ${ROUNDS} rounds in turn; gate: 1.6 ×, aim: 1.8 ×, p99 of writes ≤ 1.3 ×)`,
    ["", "one /s", "two /s", "×", "one p99 ms", "two p99 ms", "p99 of writes, ×", "one CPU ms", "two CPU ms"],
    rows.map(({ kind, one, two, times, p99 }) => [
      kind,
      ...[one.perSecond, two.perSecond, times, one.p99, two.p99, p99, one.cpu, two.cpu],
    ]),
  );
  printTable(
    "Memory of all their processes, MB",
    ["", "MB"],
    memory.map(({ workers, megabytes }) => [workers === 1 ? "one process" : "two workers, one supervisor", megabytes]),
  );
  return { rows, memory };
}

function asksOf(
  people: readonly Person[],
  articles: readonly number[],
  encode: (id: number) => string,
): Record<Kind, (n: number) => Ask> {
  let pages = 0;
  let likes = 0;
  const turn = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;
  const rendered = (): Ask => {
    pages += 1;
    // Each has an address that made no earlier requests.
    const path = `${paths.article(encode(turn(articles, pages)))}?q=${pages}`;
    return { name: "reading", path, headers: BROWSER_HEADERS };
  };
  const like = (): Ask => {
    likes += 1;
    const headers = { ...BROWSER_HEADERS, cookie: `token=${turn(people, likes).token}` };
    const article = turn(articles, likes + Math.floor(likes / people.length));
    // Each changes something: when everybody likes everything, they take it back.
    const to = Math.floor(likes / (people.length * articles.length)) % 2 === 0 ? "on" : "off";
    return { name: "writing", path: "/actions/reaction", headers, form: { reaction: `like:article:${article}:${to}` } };
  };
  return { rendered, like, mixed: (n) => (n % WRITE_EVERY === 0 ? like() : rendered()) };
}

async function ask(server: Measured, asks: Record<Kind, (n: number) => Ask>, kind: Kind): Promise<Round> {
  const list = Array.from({ length: REQUESTS[kind] }, (_, n) => asks[kind](n));
  const before = cpuOf(server.pid);
  const { requests, perSecond, p99, failed } = await loadOf(server.origin, list, SECONDS);
  const cpu = (cpuOf(server.pid) - before) / requests;
  if (failed > 0) throw new Error(`${failed} requests failed (${kind})`);
  if (requests > list.length) throw new Error(`${requests} requests, of which only ${list.length} differ (${kind})`);
  return { perSecond, cpu, p99, writes: kind === "mixed" ? await timesOfWrites(server, asks.mixed) : [] };
}

/** Milliseconds that each write takes beside pages. */
async function timesOfWrites(server: Measured, next: (n: number) => Ask): Promise<number[]> {
  const { answers } = await exchange(server.origin, { requests: TIMED, connections: CONNECTIONS }, next);
  const failed = answers.find(({ status }) => status !== 200 && status !== 302);
  if (failed) throw new Error(`${failed.name} was answered ${failed.status}`);
  return answers.filter(({ name }) => name === "writing").map(({ milliseconds }) => milliseconds);
}

/** Medians of the rounds; the percentile of writes of all of them, as one round has too few writes for a 99th. */
function summaryOf(rounds: readonly Round[]): Summary {
  return {
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    cpu: median(rounds.map(({ cpu }) => cpu)),
    p99: median(rounds.map(({ p99 }) => p99)),
    writesP99: percentile(
      rounds.flatMap(({ writes }) => writes),
      0.99,
    ),
  };
}

/** Makes a copy of the demo data a production site's, which refuses others; afterwards only production opens it. */
async function declareProduction(folder: string): Promise<void> {
  const upstream = await createUpstream(configOf(folder));
  await rememberMode(upstream.services.db, "production");
  await upstream.close();
}

async function articlesOf(folder: string): Promise<number[]> {
  const upstream = await createUpstream(configOf(folder));
  const { db } = upstream.services;
  const rows = await db.selectFrom("articles").select("id").where("deleted_at", "is", null).limit(48).execute();
  await upstream.close();
  return rows.map(({ id }) => id);
}
