import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { paths } from "#app/paths";
import { createShortIds } from "#runtime/short-ids";
import { createUpstream } from "#upstream/app";
import { BROWSER_HEADERS } from "./answers";
import { CACHE, configOf } from "./datasets";
import { type Ask, exchange } from "./exchange";
import { createPeople, type Person } from "./people";
import { type Measured, startServer } from "./server-process";
import { median, percentile } from "./stats";
import { printTable } from "./table";

const PORTS: Record<Workers, number> = { 1: 41_010, 2: 41_011 };
const COUNTS = [1, 2] as const;
const CONNECTIONS = 16;
const PEOPLE = 600;
const ROUNDS = 5;
/** Requests of a round, and of the warming before the first. */
const REQUESTS = { rendered: 400, like: 300, mixed: 500 } as const;
const WARMING = 2_000;
/** Of ten requests, one writes. */
const WRITE_EVERY = 10;

/** Several processes are for production alone; nothing in this site is anybody's. */
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
/** `cpu` is of all processes of a site together, milliseconds for each request. */
type Round = { perSecond: number; p50: number; p99: number; writesP99: number; cpu: number };

/**
 * Two workers beside one process: pages that are made, likes, and both at once (one of ten writes), in rounds in turn, each on a
 * copy of the demo world of its own. What a second core brings at most is twice the processor of one process for a request, of what
 * it costs two workers; that carries over from a busy machine, requests a second don't. Kept pages are left out: who asks for them costs more than they do.
 */
export async function measureWorkers(demo: string) {
  const { encode } = createShortIds(SALT);
  const sites = [];
  for (const workers of COUNTS) {
    const folder = join(CACHE, `workers-${workers}`);
    rmSync(folder, { recursive: true, force: true });
    cpSync(demo, folder, { recursive: true });
    const people = await createPeople(folder, PEOPLE);
    const articles = await articlesOf(folder);
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
  for (const { server, asks } of sites) await ask(server, asks.rendered, WARMING);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const kind of Object.keys(REQUESTS) as Kind[]) {
      for (const { workers, server, asks } of sites)
        of(kind, workers).push(await ask(server, asks[kind], REQUESTS[kind]));
    }
  }
  const memory = sites.map(({ workers, server }) => ({ workers, megabytes: memoryOf(server.pid) }));
  for (const { server, folder } of sites) {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const rows = (Object.keys(REQUESTS) as Kind[]).map((kind) => {
    const [one, two] = COUNTS.map((workers) => mediansOf(of(kind, workers))) as [Round, Round];
    return { kind, one, two, times: two.perSecond / one.perSecond, p99: two.writesP99 / one.writesP99 };
  });
  printTable(
    `Two workers, of one process (${CONNECTIONS} connections, medians of ${ROUNDS} rounds in turn; gate: 1.6 ×, aim: 1.8 ×, p99 of writes ≤ 1.3 ×)`,
    ["", "one /s", "two /s", "×", "one p99 ms", "two p99 ms", "p99 of writes, ×", "one CPU ms", "two CPU ms"],
    rows.map(({ kind, one, two, times, p99 }) => [
      kind,
      ...[one.perSecond, two.perSecond, times, one.p99, two.p99, p99, one.cpu, two.cpu],
    ]),
  );
  printTable(
    "Memory of all their processes, MB",
    ["", "MB"],
    memory.map(({ workers, megabytes }) => [workers === 1 ? "one process" : "two workers, one overseer", megabytes]),
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
    // Each has an address that nobody has asked for.
    const path = `${paths.article(encode(turn(articles, pages)))}?q=${pages}`;
    return { name: "reading", path, headers: BROWSER_HEADERS };
  };
  const like = (): Ask => {
    likes += 1;
    const headers = { ...BROWSER_HEADERS, cookie: `token=${turn(people, likes).token}` };
    const article = turn(articles, likes + Math.floor(likes / people.length));
    return { name: "writing", path: "/actions/reaction", headers, form: { reaction: `like:article:${article}:on` } };
  };
  return { rendered, like, mixed: (n) => (n % WRITE_EVERY === 0 ? like() : rendered()) };
}

async function ask(server: Measured, next: (n: number) => Ask, requests: number): Promise<Round> {
  const before = cpuOf(server.pid);
  const { answers, seconds } = await exchange(server.origin, { requests, connections: CONNECTIONS }, next);
  const failed = answers.find(({ status }) => status !== 200 && status !== 302);
  if (failed) throw new Error(`${failed.name} was answered ${failed.status}`);
  const times = answers.map(({ milliseconds }) => milliseconds);
  const writes = answers.filter(({ name }) => name === "writing").map(({ milliseconds }) => milliseconds);
  return {
    perSecond: requests / seconds,
    p50: median(times),
    p99: percentile(times, 0.99),
    writesP99: percentile(writes, 0.99),
    cpu: (cpuOf(server.pid) - before) / requests,
  };
}

function mediansOf(rounds: readonly Round[]): Round {
  const of = (name: keyof Round) => median(rounds.map((round) => round[name]));
  return { perSecond: of("perSecond"), p50: of("p50"), p99: of("p99"), writesP99: of("writesP99"), cpu: of("cpu") };
}

async function articlesOf(folder: string): Promise<number[]> {
  const upstream = await createUpstream(configOf(folder));
  const { db } = upstream.services;
  const rows = await db.selectFrom("articles").select("id").where("deleted_at", "is", null).limit(48).execute();
  await upstream.close();
  return rows.map(({ id }) => id);
}

/** Numbers of a process and of those that it has started. */
function processesOf(pid: number): string[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
  return [String(pid), ...children];
}

/** Megabytes that a process and those that it has started hold, each by itself. */
function memoryOf(pid: number): number {
  const kilobytes = processesOf(pid).map((id) =>
    Number(/\nVmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1] ?? 0),
  );
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024;
}

/** Milliseconds of processor that they have used until now. Linux counts in hundredths of a second. */
function cpuOf(pid: number): number {
  const ticks = processesOf(pid).map((id) => {
    // What stands before is the name, which may hold anything.
    const [, fields = ""] = /\) (.*)/.exec(readFileSync(`/proc/${id}/stat`, "utf8")) ?? [];
    const list = fields.split(" ");
    return Number(list[11]) + Number(list[12]);
  });
  return ticks.reduce((sum, one) => sum + one, 0) * 10;
}
