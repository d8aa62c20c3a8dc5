import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { paths } from "#app/paths";
import { encodeId } from "#app/server/urls/short-id.server";
import { createUpstream } from "#upstream/app";
import { readUpstreamConfig, type UpstreamConfig } from "#upstream/config";
import { fillDemoWorld } from "#upstream/demo/fill";
import { startPostgres } from "../scripts/private-postgres.mjs";
import { CACHE, configOf } from "./datasets";
import { GENERATOR, load, UNLIMITED } from "./load";
import { createPeople } from "./people";
import { cpuOf } from "./process-usage";
import { BROWSER_HEADERS } from "./replies";
import { startServer } from "./server-process";
import { median } from "./stats";
import { printTable } from "./table";

const PORTS = { sqlite: 21_012, postgres: 21_013 };
const ROUNDS = 5;
const SECONDS = 2;
const WARMING = 8;
/** Different pages per kind; more than connections. */
const EXAMPLES = 48;

type Side = keyof typeof PORTS;
const SIDES: Side[] = ["sqlite", "postgres"];

type Database = NonNullable<Awaited<ReturnType<typeof startPostgres>>>;
/** Server on one of the databases, with a member's login. */
type Measured = {
  server: Awaited<ReturnType<typeof startServer>>;
  token: string;
  /** CPU time that it and its database have used so far, in milliseconds. */
  cost: () => number;
};
type Kind = { name: string; pages: string[]; loggedIn: boolean };

/**
 * Compares pages on PostgreSQL with SQLite: CPU per request of the app and of all the database's processes, in
 * alternating rounds, each on the demo data. Uses a private PostgreSQL server; without an installed one it is left out.
 */
export async function measurePostgres(demo: string) {
  const database = await startPostgres();
  if (!database) {
    console.log("\nPostgreSQL is not installed: left out");
    return { rows: [] };
  }
  const folders = { sqlite: join(CACHE, "beside-postgres"), postgres: join(CACHE, "postgres") };
  const removeFolders = () => {
    for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true });
  };
  try {
    removeFolders();
    const sides = {
      sqlite: await measuredSqlite(demo, folders.sqlite),
      postgres: await measuredPostgres(database, folders.postgres),
    };
    const rows = [];
    for (const kind of kindsOfPages()) rows.push(await compare(sides, kind));
    for (const side of SIDES) await sides[side].server.stop();
    removeFolders();
    printTable(
      `PostgreSQL, of SQLite (${GENERATOR}; CPU ms of app and database, medians of ${ROUNDS} rounds in turn; gate: cached 2.5 ×, members 2 ×; aim: 1.5 ×, 1.4 ×)`,
      ["", "SQLite", "PostgreSQL", "×"],
      rows.map(({ name, sqlite, postgres, ratio }) => [name, sqlite, postgres, ratio]),
    );
    return { rows };
  } finally {
    database.stop();
  }
}

async function measuredSqlite(demo: string, folder: string): Promise<Measured> {
  cpSync(demo, folder, { recursive: true });
  const token = await loginOf(configOf(folder));
  const server = await startServer(PORTS.sqlite, { DATA_DIR: folder, ...UNLIMITED });
  return { server, token, cost: () => cpuOf(server.pid) };
}

async function measuredPostgres(database: Database, folder: string): Promise<Measured> {
  mkdirSync(folder, { recursive: true });
  const env = { DATA_DIR: folder, DATABASE_URL: database.url };
  const config = readUpstreamConfig({ ...env, LOG_LEVEL: "error" });
  const upstream = await createUpstream(config);
  await fillDemoWorld(upstream.services, () => {});
  await upstream.close();
  const token = await loginOf(config);
  const server = await startServer(PORTS.postgres, { ...env, ...UNLIMITED });
  return { server, token, cost: () => cpuOf(server.pid) + cpuOf(database.pid) };
}

/** Token of a member who is added. */
const loginOf = async (config: UpstreamConfig): Promise<string> => (await createPeople(config, 1))[0]?.token ?? "";

function kindsOfPages(): Kind[] {
  const ids = Array.from({ length: EXAMPLES }, (_, n) => encodeId(n + 1));
  return [
    { name: "article, anybody (cached)", pages: ids.map(paths.article), loggedIn: false },
    { name: "home, logged in", pages: [paths.home()], loggedIn: true },
    { name: "article, logged in", pages: ids.map(paths.article), loggedIn: true },
    { name: "question, logged in", pages: ids.map((id) => paths.question(id)), loggedIn: true },
  ];
}

/** CPU milliseconds per request on both sides, whose rounds alternate. */
async function compare(sides: Record<Side, Measured>, { name, pages, loggedIn }: Kind) {
  const rounds: Record<Side, number[]> = { sqlite: [], postgres: [] };
  const ask = ({ server, token }: Measured, seconds: number) => {
    const cookie: Record<string, string> = loggedIn ? { cookie: `token=${token}` } : {};
    return load(server.origin, pages, seconds, { ...BROWSER_HEADERS, ...cookie });
  };
  for (const side of SIDES) await ask(sides[side], WARMING);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const side of SIDES) {
      const before = sides[side].cost();
      const { requests, failed } = await ask(sides[side], SECONDS);
      if (failed > 0 || requests === 0) throw new Error(`${name}: ${failed} of ${requests} requests failed`);
      rounds[side].push((sides[side].cost() - before) / requests);
    }
  }
  const [sqlite, postgres] = [median(rounds.sqlite), median(rounds.postgres)];
  return { name, sqlite, postgres, ratio: postgres / sqlite };
}
