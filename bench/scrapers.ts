import { cpSync, rmSync } from "node:fs";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { paths } from "#app/paths";
import { BROWSER_HEADERS } from "./answers";
import { CACHE } from "./datasets";
import { createPeople, type Person } from "./people";
import { type Measured, startServer } from "./server-process";
import { median, percentile } from "./stats";
import { printTable } from "./table";

const PORT = 41_011;
const SECONDS = 60;
/** Requests of scrapers in a second, and connections that they hold. */
const RATE = 500;
const CONNECTIONS = 400;
const MEMBERS = 20;
/** Milliseconds between two pages of a member, and of somebody who reads what is kept. */
const PAUSE = 500;

type Read = { status: number; milliseconds: number };
type Row = { name: string; reads: Read[] };

/**
 * What members wait for while scrapers take pages that nobody has read, five hundred a second for a minute: from two thousand
 * networks, from one address, and from behind a proxy that tells no addresses. Beside it who reads what is kept.
 */
export async function measureScrapers(demo: string) {
  const folder = join(CACHE, "scrapers");
  const results: Record<string, unknown> = {};
  const crowds: [name: string, addressOf: (n: number) => string][] = [
    ["2,000 networks", (n) => `198.18.${n % 250}.${1 + (n % 8)}`.replace("18", String(18 + (n % 2)))],
    ["one address", () => "198.51.100.7"],
    ["no addresses told", () => "10.0.0.1"],
  ];
  for (const [name, addressOf] of crowds) {
    rmSync(folder, { recursive: true, force: true });
    cpSync(demo, folder, { recursive: true });
    const people = await createPeople(folder, MEMBERS);
    const server = await startServer(PORT, { DATA_DIR: folder, TRUST_PROXY: "1" });
    results[name] = await measureCrowd(server, people, name, addressOf);
    await server.stop();
  }
  rmSync(folder, { recursive: true, force: true });
  return results;
}

async function measureCrowd(
  server: Measured,
  people: readonly Person[],
  name: string,
  addressOf: (n: number) => string,
) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const others = new Agent({ keepAlive: true });
  const scrapers: Row = { name: "scrapers", reads: [] };
  const members: Row = { name: "members", reads: [] };
  const kept: Row = { name: "kept pages, anybody", reads: [] };
  const before = await server.usage();
  const end = performance.now() + SECONDS * 1000;
  const read = async (row: Row, path: string, headers: Record<string, string>, by = others) => {
    row.reads.push(await send(server.origin + path, { ...BROWSER_HEADERS, ...headers }, by));
  };
  let n = 0;
  const began = performance.now();
  const due = () => Math.min(RATE * SECONDS, Math.floor(((performance.now() - began) / 1000) * RATE));
  const flood = repeat(10, end, async () => {
    for (const until = due(); n < until; n += 1) {
      void read(scrapers, wanted(n), { "x-forwarded-for": addressOf(n) }, agent);
    }
  });
  const reading = people.map(({ token }, who) =>
    repeat(PAUSE, end, (turn) =>
      read(members, memberWants(turn), { cookie: `token=${token}`, "x-forwarded-for": `203.0.113.${who + 1}` }),
    ),
  );
  const anybody = repeat(PAUSE / 10, end, () => read(kept, paths.home(), { "x-forwarded-for": "203.0.113.200" }));
  await Promise.all([flood, anybody, ...reading]);
  const { cpu } = await server.usage();
  agent.destroy();
  others.destroy();
  const rows = [members, kept, scrapers].map((row) => ({ ...figuresOf(row), name: row.name }));
  printTable(
    `${RATE} pages a second for ${SECONDS} s, ${name} (${((cpu - before.cpu) / SECONDS / 1000).toFixed(2)} of a core)`,
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

/** Pages of which there are as many as one likes. */
const wanted = (n: number): string =>
  n % 2 ? paths.search("all", `w${n.toString(36)}`) : `/question?page=${1 + (n % 50_000)}`;

/** What members read: half of it as everybody, half of it what nobody has read. */
const memberWants = (turn: number): string => (turn % 2 ? paths.home() : `/question?page=${1 + (turn % 7)}`);

/** Does something again and again, so many milliseconds apart, the next when the one before is done. */
async function repeat(pause: number, end: number, each: (turn: number) => Promise<void>): Promise<void> {
  for (let turn = 0; performance.now() < end; turn += 1) {
    const began = performance.now();
    await each(turn);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, pause - (performance.now() - began))));
  }
}

function figuresOf({ reads }: Row) {
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
