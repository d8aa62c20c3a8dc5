import { execFile } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { paths } from "#app/paths";
import { CACHE, configOf } from "./datasets";
import { createPeople, type Person } from "./people";
import { BROWSER_HEADERS } from "./replies";
import { type Measured, startServer } from "./server-process";
import { median, percentile } from "./stats";
import { printTable } from "./table";

const PORT = 21_011;
const SECONDS = 60;
/** Requests of scrapers per second, and connections. */
const RATE = 500;
const CONNECTIONS = 100;
const MEMBERS = 20;
/** Milliseconds between two pages of a member. */
const PAUSE = 500;

type Read = { status: number; milliseconds: number };
type Figures = {
  answers: number;
  served: number;
  putOff: number;
  other: number;
  p50: number;
  p95: number;
  p99: number;
};

/**
 * Measures members' waiting times while scrapers request uncached pages, five hundred a second for a minute: from two
 * thousand networks, from one address, and from behind a proxy that passes no addresses. Also measures readers of a
 * cached page.
 */
export async function measureScrapers(demo: string) {
  const folder = join(CACHE, "scrapers");
  const results: Record<string, unknown> = {};
  const crowds: [name: string, addresses: string[]][] = [
    ["2,000 networks", Array.from({ length: 2_000 }, (_, n) => `198.18.${n % 250}.${1 + Math.floor(n / 250)}`)],
    ["one address", ["198.51.100.7"]],
    ["no addresses told", ["10.0.0.1"]],
  ];
  for (const [name, addresses] of crowds) {
    rmSync(folder, { recursive: true, force: true });
    cpSync(demo, folder, { recursive: true });
    const people = await createPeople(configOf(folder), MEMBERS);
    const server = await startServer(PORT, { DATA_DIR: folder, TRUST_PROXY: "1" });
    results[name] = await measureCrowd(server, people, name, addresses);
    await server.stop();
  }
  rmSync(folder, { recursive: true, force: true });
  return results;
}

async function measureCrowd(server: Measured, people: readonly Person[], name: string, addresses: readonly string[]) {
  const agent = new Agent({ keepAlive: true });
  const members: Read[] = [];
  const kept: Read[] = [];
  const before = await server.usage();
  const end = performance.now() + SECONDS * 1000;
  const read = async (reads: Read[], path: string, headers: Record<string, string>) => {
    reads.push(await send(server.origin + path, { ...BROWSER_HEADERS, ...headers }, agent));
  };
  const own = monitorEventLoopDelay({ resolution: 10 });
  own.enable();
  const [scrapers] = await Promise.all([
    scrape(server.origin, addresses),
    repeat(PAUSE / 10, end, () => read(kept, paths.home(), { "x-forwarded-for": "203.0.113.200" })),
    ...people.map(({ token }, who) =>
      repeat(PAUSE, end, (turn) =>
        read(members, memberWants(turn), { cookie: `token=${token}`, "x-forwarded-for": `203.0.113.${who + 1}` }),
      ),
    ),
  ]);
  own.disable();
  const { cpu } = await server.usage();
  agent.destroy();
  const rows = [
    { name: "members", ...figuresOf(members) },
    { name: "kept pages, anybody", ...figuresOf(kept) },
    { name: "scrapers", ...scrapers },
  ];
  const core = ((cpu - before.cpu) / SECONDS / 1000).toFixed(2);
  const late = (own.percentile(95) / 1e6 - 10).toFixed(0);
  printTable(
    `${RATE} pages a second for ${SECONDS} s, ${name} (${core} of a core; who measures was itself ${late} ms late at p95)`,
    ["", "answers", "200", "put off", "other", "p50 ms", "p95 ms", "p99 ms"],
    rows.map((row) => [
      row.name,
      ...[row.answers, row.served, row.putOff, row.other].map(String),
      row.p50,
      row.p95,
      row.p99,
    ]),
  );
  return rows;
}

/** Requests pages, each once, from a separate process. */
async function scrape(origin: string, addresses: readonly string[]): Promise<Figures> {
  const autocannon = JSON.stringify(fileURLToPath(import.meta.resolve("autocannon")));
  const job = { url: origin, connections: CONNECTIONS, overallRate: RATE, duration: SECONDS };
  const code = `const addresses=${JSON.stringify(addresses)},headers=${JSON.stringify(BROWSER_HEADERS)};let clients=0;
const one=(n)=>({path:n%2?"/search/all?q=w"+n.toString(36):"/question?page="+(1+n),headers:{...headers,"x-forwarded-for":addresses[n%addresses.length]}});
const setupClient=(client)=>{const own=clients++;client.setRequests(Array.from({length:${2 * SECONDS * (RATE / CONNECTIONS)}},(_,k)=>one(k*${CONNECTIONS}+own)))};
require(${autocannon})({...${JSON.stringify(job)},setupClient}).then(({statusCodeStats,latency,errors})=>console.log(JSON.stringify({statusCodeStats,latency,errors})))`;
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", code], { maxBuffer: 16 * 1024 * 1024 });
  const { statusCodeStats, latency, errors } = JSON.parse(stdout) as {
    statusCodeStats: Record<string, { count: number }>;
    latency: { p50: number; p97_5: number; p99: number };
    errors: number;
  };
  const count = (status: number) => statusCodeStats[status]?.count ?? 0;
  const answers = Object.values(statusCodeStats).reduce((sum, one) => sum + one.count, errors);
  const putOff = count(503) + count(429);
  // autocannon does not report p95.
  const { p50, p97_5: p95, p99 } = latency;
  return { answers, served: count(200), putOff, other: answers - count(200) - putOff, p50, p95, p99 };
}

/** Pages that members read: half popular, half never read before. */
const memberWants = (turn: number): string => (turn % 2 ? paths.home() : `/question?page=${1 + (turn % 7)}`);

/** Repeats an action with a pause between the end of one and the start of the next. */
async function repeat(pause: number, end: number, each: (turn: number) => Promise<void>): Promise<void> {
  for (let turn = 0; performance.now() < end; turn += 1) {
    const began = performance.now();
    await each(turn);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, pause - (performance.now() - began))));
  }
}

function figuresOf(reads: readonly Read[]): Figures {
  const count = (holds: (status: number) => boolean) => reads.filter(({ status }) => holds(status)).length;
  const times = reads.map(({ milliseconds }) => milliseconds);
  const served = count((status) => status === 200);
  const putOff = count((status) => status === 503 || status === 429);
  return {
    answers: reads.length,
    served,
    putOff,
    other: reads.length - served - putOff,
    p50: median(times),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
  };
}

function send(url: string, headers: Record<string, string>, agent: Agent): Promise<Read> {
  const began = performance.now();
  return new Promise((resolve) => {
    const done = (status: number) => resolve({ status, milliseconds: performance.now() - began });
    get(url, { headers, agent }, (answer) => {
      answer.resume();
      answer.once("end", () => done(answer.statusCode ?? 0)).once("error", () => done(0));
    }).once("error", () => done(0));
  });
}
