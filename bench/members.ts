import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { paths } from "#app/paths";
import { serverPaths } from "#app/server/urls/server-paths";
import { encodeId } from "#app/server/urls/short-id.server";
import { createUpstream } from "#upstream/app";
import { openSqlite } from "#upstream/db/sqlite";
import { CACHE, configOf } from "./datasets";
import { type Ask, exchange } from "./exchange";
import { GENERATOR, load, UNLIMITED } from "./load";
import { createPeople, PASSWORD, type Person } from "./people";
import { BROWSER_HEADERS } from "./replies";
import { type Measured, startServer } from "./server-process";
import { median, percentile } from "./stats";
import { printTable } from "./table";

const PORT = 21_007;
const PEOPLE = 1_200;
const CONNECTIONS = 16;
const READING = { warming: 8, seconds: 4 };
const WRITES = 1_200;
/** Writes of each kind before: V8 continues compiling for as long, as with pages; their cost is reported, too. */
const WRITES_WARMING = 1_200;
const LOGINS = 20;
const MIXED = 6_000;
const MIXED_WARMING = 1_000;
/** One in this many requests is a write. */
const WRITE_EVERY = 10;
const QUERIES = ["数据", "需求评审", "增长", "SQL"];

type Targets = { articles: number[]; questions: number[]; documents: number[]; text: string };
/** Counts rows, to verify that writes happened. */
type Counted = "comments" | "likes" | "articles" | "sessions";

/**
 * Measures members' requests: pages that no cache can serve, zhiku with and without rights, durable writes, a login by
 * password, and concurrent readers and writers. Uses a copy of the demo data and the whole server, with forms as
 * browsers submit them without scripts.
 */
export async function measureMembers(demo: string) {
  const folder = join(CACHE, "members");
  rmSync(folder, { recursive: true, force: true });
  cpSync(demo, folder, { recursive: true });
  const people = await createPeople(configOf(folder), PEOPLE);
  const targets = await targetsOf(folder);
  const before = await countRows(folder);
  // Each login may come from a different address, as behind a proxy.
  const server = await startServer(PORT, { DATA_DIR: folder, TRUST_PROXY: "1", ...UNLIMITED });
  const reading = await measureReading(server, people, targets);
  const writing = await measureWriting(server, people, targets);
  const login = await measureLogin(server, people);
  const mixed = await measureMixed(server, people, targets);
  await server.stop();
  const after = await countRows(folder);
  const bare = bareCommits();
  const written = Object.fromEntries(Object.entries(after).map(([table, n]) => [table, n - before[table as Counted]]));
  console.log(
    `Rows added: ${Object.entries(written)
      .map(([table, n]) => `${table} ${n}`)
      .join(", ")}`,
  );
  console.log(`Commits of one row each in an empty SQLite file with the same durability: ${bare.toFixed(0)} a second`);
  rmSync(folder, { recursive: true, force: true });
  return { reading, writing, login, mixed, written, bareCommits: bare };
}

const as = ({ token }: Person): Record<string, string> => ({ ...BROWSER_HEADERS, cookie: `token=${token}` });
const turn = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

async function measureReading(
  server: Measured,
  people: readonly Person[],
  { articles, questions, documents }: Targets,
) {
  const member = as(turn(people, 0));
  const documentPages = documents.map((id) => serverPaths.zhikuArticle(encodeId(id)));
  const articlePages = articles.map((id) => paths.article(encodeId(id)));
  const searches = QUERIES.map((q) => paths.zhikuSearch(q));
  const kinds: [name: string, list: string[], headers: Record<string, string>][] = [
    ["home, logged in", [paths.home()], member],
    ["article, anybody (cached)", articlePages, BROWSER_HEADERS],
    ["article, logged in", articlePages, member],
    ["question, logged in", questions.map((id) => paths.question(encodeId(id))), member],
    ["zhiku document, anybody (cached)", documentPages, BROWSER_HEADERS],
    ["zhiku document, with the right to it", documentPages, member],
    ["zhiku search", searches, member],
  ];
  const rows = [];
  for (const [name, list, headers] of kinds) {
    await load(server.origin, list, READING.warming, headers);
    const before = await server.usage();
    const { requests, perSecond, p50, p99, failed } = await load(server.origin, list, READING.seconds, headers);
    if (failed > 0 || requests === 0) throw new Error(`${name}: ${failed} of ${requests} requests failed`);
    rows.push({ name, perSecond, p50, p99, cpu: ((await server.usage()).cpu - before.cpu) / requests });
  }
  printTable(
    `Pages of members (${GENERATOR})`,
    ["", "requests/s", "p50 ms", "p99 ms", "CPU ms/request"],
    rows.map(({ name, perSecond, p50, p99, cpu }) => [name, perSecond, p50, p99, cpu]),
  );
  return rows;
}

/** Native form submissions; each person writes rarely enough for every limit. */
function writesOf(people: readonly Person[], { articles, text }: Targets): Record<string, (n: number) => Ask> {
  const headers = (n: number) => as(turn(people, n));
  return {
    comment: (n) => ({
      name: "comment",
      path: paths.writeComment(),
      headers: headers(n),
      form: { on: `article:${turn(articles, n)}`, text: `说得好，第 ${n} 遍读到这里`, next: paths.home() },
    }),
    like: (n) => ({
      name: "like",
      path: "/actions/reaction",
      headers: headers(n),
      form: { reaction: `like:article:${turn(articles, n + Math.floor(n / people.length))}:on` },
    }),
    publish: (n) => ({
      name: "publish an article",
      path: paths.write("article"),
      headers: headers(n),
      form: { title: `写给测量的第 ${n} 篇文章`, content: text, intent: "publish" },
    }),
  };
}

async function measureWriting(server: Measured, people: readonly Person[], targets: Targets) {
  const rows = [];
  for (const [kind, next] of Object.entries(writesOf(people, targets))) {
    const young = await server.usage();
    await exchange(server.origin, { requests: WRITES_WARMING, connections: CONNECTIONS }, next);
    const before = await server.usage();
    const { answers, seconds } = await exchange(server.origin, { requests: WRITES, connections: CONNECTIONS }, (n) =>
      next(WRITES_WARMING + n),
    );
    const refused = answers.filter(({ status }) => status !== 302);
    if (refused.length > 0) throw new Error(`${kind}: ${refused.length} were refused, one with ${refused[0]?.status}`);
    const times = answers.map(({ milliseconds }) => milliseconds);
    const cpu = ((await server.usage()).cpu - before.cpu) / WRITES;
    rows.push({
      name: answers[0]?.name ?? kind,
      perSecond: WRITES / seconds,
      p50: median(times),
      p99: percentile(times, 0.99),
      cpu,
      cpuOfFirst: (before.cpu - young.cpu) / WRITES_WARMING,
    });
  }
  printTable(
    `Writes of members (${CONNECTIONS} at once, one transaction each, synchronous = FULL)`,
    ["", "writes/s", "p50 ms", "p99 ms", "CPU ms/write", `of the first ${WRITES_WARMING}`],
    rows.map(({ name, perSecond, p50, p99, cpu, cpuOfFirst }) => [name, perSecond, p50, p99, cpu, cpuOfFirst]),
  );
  return rows;
}

async function measureLogin(server: Measured, people: readonly Person[]) {
  const before = await server.usage();
  const { answers } = await exchange(server.origin, { requests: LOGINS, connections: 1 }, (n) => ({
    name: "login",
    path: paths.login(),
    headers: { ...BROWSER_HEADERS, "x-forwarded-for": `198.51.100.${n + 1}` },
    form: { intent: "login", method: "password", phone: turn(people, n).phone, password: PASSWORD },
  }));
  const refused = answers.find(({ status }) => status !== 302);
  if (refused) throw new Error(`a login was answered ${refused.status}`);
  const cpu = ((await server.usage()).cpu - before.cpu) / LOGINS;
  const times = answers.map(({ milliseconds }) => milliseconds);
  const row = { p50: median(times), p99: percentile(times, 0.99), cpu };
  printTable(
    "A login by password (one after the other; most of it is Argon2id, on purpose)",
    ["p50 ms", "p99 ms", "CPU ms/login"],
    [[row.p50.toFixed(0), row.p99, row.cpu]],
  );
  return row;
}

async function measureMixed(server: Measured, people: readonly Person[], targets: Targets) {
  const writes = Object.values(writesOf(people, targets));
  const pages = [
    () => paths.home(),
    (n: number) => paths.article(encodeId(turn(targets.articles, n))),
    (n: number) => paths.question(encodeId(turn(targets.questions, n))),
  ];
  const next = (n: number): Ask => {
    if (n % WRITE_EVERY === 0) {
      const write = turn(writes, n / WRITE_EVERY)(WRITES_WARMING + WRITES + n / WRITE_EVERY);
      return { ...write, name: "writing" };
    }
    // Every third reader is logged in.
    const headers = n % 3 === 0 ? as(turn(people, n)) : BROWSER_HEADERS;
    return { name: n % 3 === 0 ? "reading, logged in" : "reading, anybody", path: turn(pages, n)(n), headers };
  };
  await exchange(server.origin, { requests: MIXED_WARMING, connections: CONNECTIONS }, next);
  const before = await server.usage();
  const { answers, seconds } = await exchange(server.origin, { requests: MIXED, connections: CONNECTIONS }, (n) =>
    next(MIXED_WARMING + n),
  );
  const cpu = ((await server.usage()).cpu - before.cpu) / MIXED;
  const failed = answers.find(({ status }) => status !== 200 && status !== 302);
  if (failed) throw new Error(`${failed.name} was answered ${failed.status}`);
  const names = [...new Set(answers.map(({ name }) => name))].sort();
  const rows = ["all", ...names].map((name) => {
    const times = answers.filter((one) => name === "all" || one.name === name).map((one) => one.milliseconds);
    return { name, perSecond: times.length / seconds, p50: median(times), p99: percentile(times, 0.99) };
  });
  printTable(
    `Readers and writers at once (${CONNECTIONS} at once, one of ten writes; ${cpu.toFixed(2)} ms CPU for each request)`,
    ["", "requests/s", "p50 ms", "p99 ms"],
    rows.map(({ name, perSecond, p50, p99 }) => [name, perSecond, p50, p99]),
  );
  return { rows, cpu };
}

async function targetsOf(folder: string): Promise<Targets> {
  const upstream = await createUpstream(configOf(folder));
  const { db } = upstream.services;
  const ids = async (table: "articles" | "questions" | "zhiku_contents") =>
    (await db.selectFrom(table).select("id").where("deleted_at", "is", null).orderBy("id").limit(48).execute()).map(
      ({ id }) => id,
    );
  const longest = await db.selectFrom("articles").select("content").orderBy("length", "desc").executeTakeFirstOrThrow();
  const [articles, questions, documents] = [await ids("articles"), await ids("questions"), await ids("zhiku_contents")];
  await upstream.close();
  return { articles, questions, documents, text: longest.content };
}

async function countRows(folder: string): Promise<Record<Counted, number>> {
  const upstream = await createUpstream(configOf(folder));
  const { db } = upstream.services;
  const count = async (table: Counted) =>
    Number(
      (
        await db
          .selectFrom(table)
          .select((eb) => eb.fn.countAll().as("n"))
          .executeTakeFirstOrThrow()
      ).n,
    );
  const counts = {
    comments: await count("comments"),
    likes: await count("likes"),
    articles: await count("articles"),
    sessions: await count("sessions"),
  };
  await upstream.close();
  return counts;
}

/** Durable single-row transactions per second on this disk, the upper bound of any write. */
function bareCommits(): number {
  const file = join(CACHE, "bare.db");
  const database = openSqlite(file);
  database.exec("create table rows (id integer primary key, text text)");
  const insert = database.prepare("insert into rows (text) values (?)");
  const started = performance.now();
  let commits = 0;
  while (performance.now() - started < 1000) {
    insert.run(["一行"]);
    commits += 1;
  }
  const seconds = (performance.now() - started) / 1000;
  database.close();
  for (const suffix of ["", "-wal", "-shm"]) rmSync(`${file}${suffix}`, { force: true });
  return commits / seconds;
}
