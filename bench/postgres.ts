import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { paths } from "#app/paths";
import { encodeId } from "#app/server/urls/short-id.server";
import { createUpstream } from "#upstream/app";
import { readUpstreamConfig } from "#upstream/config";
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

const PORTS = { sqlite: 41_012, postgres: 41_013 };
const ROUNDS = 5;
const SECONDS = 2;
const WARMING = 8;
/** Different pages per kind; more than connections. */
const EXAMPLES = 48;

type Side = keyof typeof PORTS;
const SIDES: Side[] = ["sqlite", "postgres"];

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
  try {
    const folders = { sqlite: join(CACHE, "beside-postgres"), postgres: join(CACHE, "postgres") };
    for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true });
    cpSync(demo, folders.sqlite, { recursive: true });
    mkdirSync(folders.postgres, { recursive: true });
    const env = { DATA_DIR: folders.postgres, DATABASE_URL: database.url };
    const configs = {
      sqlite: configOf(folders.sqlite),
      postgres: readUpstreamConfig({ ...env, LOG_LEVEL: "error" }),
    };
    const upstream = await createUpstream(configs.postgres);
    await fillDemoWorld(upstream.services, () => {});
    await upstream.close();
    const tokens: Record<Side, string> = { sqlite: "", postgres: "" };
    for (const side of SIDES) tokens[side] = (await createPeople(configs[side], 1))[0]?.token ?? "";
    const servers = {
      sqlite: await startServer(PORTS.sqlite, { DATA_DIR: folders.sqlite, ...UNLIMITED }),
      postgres: await startServer(PORTS.postgres, { ...env, ...UNLIMITED }),
    };
    const cost = {
      sqlite: () => cpuOf(servers.sqlite.pid),
      postgres: () => cpuOf(servers.postgres.pid) + cpuOf(database.pid),
    };

    const ids = Array.from({ length: EXAMPLES }, (_, n) => encodeId(n + 1));
    const kinds: [name: string, list: string[], loggedIn: boolean][] = [
      ["article, anybody (cached)", ids.map(paths.article), false],
      ["home, logged in", [paths.home()], true],
      ["article, logged in", ids.map(paths.article), true],
      ["question, logged in", ids.map((id) => paths.question(id)), true],
    ];
    const rows = [];
    for (const [name, list, loggedIn] of kinds) {
      const rounds: Record<Side, number[]> = { sqlite: [], postgres: [] };
      const ask = (side: Side, seconds: number) => {
        const cookie: Record<string, string> = loggedIn ? { cookie: `token=${tokens[side]}` } : {};
        return load(servers[side].origin, list, seconds, { ...BROWSER_HEADERS, ...cookie });
      };
      for (const side of SIDES) await ask(side, WARMING);
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const side of SIDES) {
          const before = cost[side]();
          const { requests, failed } = await ask(side, SECONDS);
          if (failed > 0 || requests === 0) throw new Error(`${name}: ${failed} of ${requests} requests failed`);
          rounds[side].push((cost[side]() - before) / requests);
        }
      }
      const [sqlite, postgres] = [median(rounds.sqlite), median(rounds.postgres)];
      rows.push({ name, sqlite, postgres, ratio: postgres / sqlite });
    }
    for (const side of SIDES) await servers[side].stop();
    for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true });
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
