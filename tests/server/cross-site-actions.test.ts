import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { factsOf } from "#app/server/urls/route-facts.server";
import type { NoteSecurity } from "#log/security-events";
import { freePort } from "#tests/support/free-port";
import { databaseState } from "#tests/upstream/support/database-state";
import { createWorld, dataPath, loadBuild, ORIGIN, type World } from "#tests/world/world";
import { hashPassword } from "#upstream/services/password/hash-password";
import { EVERY_ACTION } from "./every-action";
import { serveFetch } from "./fetch-server";
import { rawRequest } from "./raw-request";
import { REMIX_SERVE, runProgram } from "./run-program";
import { type Served, serveWorld } from "./serve-world";

const EVIL = "https://evil.example";
/** Headers of writes started by another page, or by an unknown client. */
const ELSEWHERE: Record<string, string[]> = {
  "another site": [`Origin: ${EVIL}`, "Sec-Fetch-Site: cross-site"],
  "another site, in an old browser": [`Origin: ${EVIL}`],
  "a neighbour": ["Origin: http://other.127.0.0.1", "Sec-Fetch-Site: same-site"],
  "a page that hides": ["Origin: null", "Sec-Fetch-Site: cross-site"],
  "a page that hides, in an old browser": ["Origin: null"],
  "a page that only tells its site": ["Sec-Fetch-Site: cross-site"],
  "nothing known": [],
  "another site, through our name in other headers": [
    `Origin: ${EVIL}`,
    `Referer: ${ORIGIN}/login`,
    "X-Forwarded-Host: evil.example",
    "X-Requested-With: XMLHttpRequest",
  ],
};
const BOUNDARY = "----a-boundary";
const ENCODINGS: Record<string, (fields: Record<string, string>) => string> = {
  "application/x-www-form-urlencoded": (fields) => new URLSearchParams(fields).toString(),
  [`multipart/form-data; boundary=${BOUNDARY}`]: (fields) =>
    `${Object.entries(fields)
      .map(([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join("")}--${BOUNDARY}--\r\n`,
  // Bodies that a form on another site may send without a preflight.
  "text/plain": (fields) =>
    Object.entries(fields)
      .map(([name, value]) => `${name}=${value}\r\n`)
      .join(""),
  "application/json": (fields) => JSON.stringify(fields),
};
/** Headers of bodies that can't be read as a form; the body is the same. */
const NO_FORM = [
  [],
  ["Content-Type: application/json"],
  ["Content-Type: text/plain"],
  ["Content-Type: multipart/form-data"],
  [`Content-Type: multipart/form-data; boundary=${BOUNDARY}`],
  ["Content-Type: ;;;\xff"],
];
const OVERRIDES = [[], ["X-HTTP-Method-Override: POST"], ["X-HTTP-Method: POST"], ["X-Method-Override: POST"]];
const METHODS = ["PUT", "PATCH", "DELETE"];
/**
 * Returns one variant per turn. Each route tries some of them, all routes together every pair, because the same code
 * refuses them for all routes.
 */
const inTurn = <One>(several: readonly One[], turn: number): One => several[turn % several.length] as One;
const withQuery = (path: string, query: string) => `${path}${path.includes("?") ? "&" : "?"}${query}`;

const build = await loadBuild();
const actions = Object.values(build.routes)
  .filter((route) => route?.module.action)
  .map((route) => route?.id ?? "");
let world: World;
let cookie: string;
/** The server of the build: our own, or remix-serve with a separate upstream. */
let server: {
  port: number;
  stop: () => Promise<void> | void;
  served: Served | null;
  /** Cross-site writes in the log. */
  noted: () => unknown[];
};

async function startOwn(): Promise<typeof server> {
  const noted: unknown[] = [];
  const note: NoteSecurity = (event, fields) => void noted.push({ event, ...fields });
  const served = await serveWorld(world, { config: { trustProxy: 1 }, noteSecurity: note });
  return { port: served.port, stop: served.close, served, noted: () => noted };
}
async function startPlain(): Promise<typeof server> {
  const upstream = await serveFetch((request) => world.upstream.program.fetch(request));
  const env = {
    UPSTREAM_API_URL: upstream.url,
    PUBLIC_ORIGIN: ORIGIN,
    HOST: "127.0.0.1",
    TRUST_PROXY: "1",
    LOG_LEVEL: "info",
  };
  const program = runProgram(REMIX_SERVE, { ...env, PORT: String(await freePort()) });
  const stop = () => {
    program.child.kill("SIGKILL");
    upstream.close();
  };
  const noted = () => {
    const lines = program.output().split("\n");
    return lines.filter((line) => line.startsWith('{"time":')).map((line) => JSON.parse(line) as unknown);
  };
  return { port: Number(new URL(await program.ready()).port), stop, served: null, noted };
}

/**
 * Under remix-serve each route has its own guard, so every one is tested. Other requests use the same actions behind
 * another adapter, which is the same for all routes, so some of them suffice.
 */
describe.each([
  ["our own server", startOwn, 1],
  ["plain remix-serve", startPlain, 8],
])("under %s", (_, start, step) => {
  beforeAll(async () => {
    world = await createWorld();
    server = await start();
    const password_hash = await hashPassword("correct horse", 16);
    const { db } = world.upstream.services;
    await db.updateTable("users").set({ password_hash, registration_pending: 1 }).execute();
    await world.as(world.seed.alice);
  });
  afterAll(async () => {
    await server.stop();
    await world.close();
  });

  async function ask(method: string, path: string, headers: string[], body = ""): Promise<number> {
    const lines = [
      `${method} ${path} HTTP/1.1`,
      `Host: ${new URL(ORIGIN).host}`,
      "Connection: close",
      cookie,
      ...headers,
    ];
    const length = method === "GET" || method === "HEAD" ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
    return (await rawRequest(server.port, `${[...lines, ...length].join("\r\n")}\r\n\r\n${body}`)).status;
  }

  test("every route with an action has a row, except those that accept writes from anywhere", () => {
    const guarded = actions.filter((id) => factsOf(id)?.writes === "own pages");
    expect(Object.keys(EVERY_ACTION).sort()).toEqual(guarded.sort());
  });

  test("a refused write from another site is logged once, for pages, data and actions alike", async () => {
    cookie = "Accept: */*";
    const forwarded = "X-Forwarded-For: 192.0.2.44";
    const paths = ["/login", "/login.data", "/actions/like", "/actions/like.data"];
    for (const path of paths) {
      await ask("POST", `${path}?word=${path.length}`, [forwarded, `Origin: ${EVIL}`, "Sec-Fetch-Site: cross-site"]);
    }
    const line = (path: string) => ({
      event: "cross_site_write_refused",
      address: "192.0.2.44",
      call: `POST ${path}`,
      origin: EVIL,
      site: "cross-site",
    });
    await expect.poll(server.noted).toMatchObject(paths.map(line));
    expect(JSON.stringify(server.noted())).not.toContain("word");
  });

  const rows = Object.entries(EVERY_ACTION).map(([id, row], turn) => ({ id, turn, ...row }));
  describe.each(rows)("$id", ({ turn, path, fields, changes }) => {
    beforeAll(async () => {
      cookie = `Cookie: token=${await world.upstream.tokenOf(world.seed.alice)}`;
      await world.upstream.services.db.deleteFrom("rate_limits").execute();
    });

    test("ignores a write from another site, in any form", async () => {
      const [target, form] = [path(world.seed), fields(world.seed)];
      const { db } = world.upstream.services;
      const before = await databaseState(db);
      const renders = server.served?.renders();
      const tries = [target, dataPath(target), target, dataPath(target)].map(async (to, at) => {
        const headers = inTurn(Object.values(ELSEWHERE), turn + 2 * at);
        const [type, write] = inTurn(Object.entries(ENCODINGS), Math.floor(turn / Object.keys(ELSEWHERE).length) + at);
        const status = await ask("POST", to, [...headers, `Content-Type: ${type}`], write(form));
        // Remix's own check of pages, which runs first under remix-serve, responds with 500.
        const refused = server.served ? [403] : [403, 500];
        expect(refused, `${to} ${type} ${headers}`).toContain(status);
      });
      await Promise.all(tries);
      // The app was not called.
      expect(server.served?.renders()).toBe(renders);
      expect(await databaseState(db)).toEqual(before);
    });

    if (turn % step !== 0) return;
    test("ignores reads, overridden methods, and Remix's old protocol", async () => {
      const [target, form] = [path(world.seed), new URLSearchParams(fields(world.seed)).toString()];
      const { db } = world.upstream.services;
      const before = await databaseState(db);
      const own = [`Origin: ${ORIGIN}`, "Sec-Fetch-Site: same-origin"];
      for (const [data, to] of [target, dataPath(target)].entries()) {
        const override = inTurn(OVERRIDES, Math.floor((turn + data) / 2));
        // A HEAD is handled like a GET, including rendering: each route gets one as a page and the other as data.
        if ((turn + data) % 2) expect(await ask("HEAD", withQuery(to, form), [])).toBeLessThan(500);
        else expect(await ask("GET", withQuery(to, `${form}&_method=POST`), override), "GET").toBeLessThan(500);
        expect(await ask(inTurn(METHODS, turn + data), to, own, form)).toBe(405);
        const old = await ask("POST", withQuery(to, "_data=routes/x"), own, form);
        expect(old).toBe(server.served ? 400 : 403);
      }
      expect(await databaseState(db)).toEqual(before);
    });

    test(changes.length ? `changes ${changes.join(", ")} from our own page` : "answers our own page", async () => {
      const { db } = world.upstream.services;
      const before = await databaseState(db);
      const headers = [
        `Origin: ${ORIGIN}`,
        "Sec-Fetch-Site: same-origin",
        "Sec-Fetch-Mode: navigate",
        "Content-Type: application/x-www-form-urlencoded",
      ];
      const status = await ask("POST", path(world.seed), headers, new URLSearchParams(fields(world.seed)).toString());
      expect(status).toBeGreaterThanOrEqual(200);
      expect(status).toBeLessThan(500);
      const after = await databaseState(db);
      for (const table of changes) expect(after[table], table).not.toBe(before[table]);
    });

    test("never fails on a body that is no form", async () => {
      for (const [at, to] of [path(world.seed), dataPath(path(world.seed))].entries()) {
        const type = inTurn(NO_FORM, turn + 3 * at);
        const own = [`Origin: ${ORIGIN}`, "Sec-Fetch-Site: same-origin", ...type];
        const status = await ask("POST", to, own, "--a=%ff&b=\0");
        expect(status, `${to} ${type}`).toBeGreaterThanOrEqual(200);
        expect(status, `${to} ${type}`).toBeLessThan(500);
      }
    });
  });
});
