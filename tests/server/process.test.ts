import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { Agent, get, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { siteStateApi } from "#app/contract/site/site-state";
import { securityHeaders } from "#app/server/headers/security-headers.server";
import { freePort } from "#tests/support/free-port";
import { createWorld, type World } from "#tests/world/world";
import { serveFetch } from "./fetch-server";
import { owned, type Program, REMIX_SERVE, runProgram } from "./run-program";

const SERVER = ["dist/server.js"];
const SECRET_KEY = "r7Kx2mQ9vT4wZ8pL3nB6cY1hJ5dF0gSa";

let world: World;
/** The real upstream on a port, which can delay its responses. */
let slow: Awaited<ReturnType<typeof serveFetch>>;
let slowUrl: string;
/** Resolves when responses are not delayed. */
let open = Promise.resolve();
let release = () => {};
let reached = () => {};
/** Client addresses reported by the app, except with its own question for capabilities, which has no reader. */
const addresses = new Set<string | null>();
const folders: string[] = [];
const programs: Program[] = [];

beforeAll(async () => {
  world = await createWorld();
  slow = await serveFetch(async (request) => {
    if (new URL(request.url).pathname !== siteStateApi.capabilities.path) {
      addresses.add(request.headers.get("x-client-ip"));
    }
    reached();
    await open;
    return world.upstream.program.fetch(request);
  });
  slowUrl = slow.url;
});
afterEach(async () => {
  release();
  for (const { child } of programs.splice(0)) child.kill("SIGKILL");
});
afterAll(async () => {
  slow.close();
  await world.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Delays responses until `release`; resolves at the next request. */
function holdBack(): Promise<void> {
  open = new Promise((resolve) => {
    release = resolve;
  });
  return new Promise((resolve) => {
    reached = resolve;
  });
}

/** Resolves when no new connections are accepted. */
const isClosed = (url: string) =>
  expect
    .poll(() =>
      fetch(`${url}/healthz`).then(
        () => "open",
        () => "closed",
      ),
    )
    .toBe("closed");

/** An idle browser connection; `ended` resolves when the server closes it. */
async function waitingConnection(url: string): Promise<{ ended: Promise<unknown> }> {
  const agent = new Agent({ keepAlive: true });
  const socket = await new Promise<Socket>((resolve, reject) => {
    const request = get(`${url}/about`, { agent }, (answer) => {
      expect(answer.statusCode).toBe(200);
      const { socket } = answer;
      answer.resume().on("end", () => resolve(socket));
    });
    request.on("error", reject);
  });
  return { ended: once(socket, "close") };
}

function start(env: Record<string, string>, command = SERVER): Program {
  const program = runProgram(command, { PORT: "0", PUBLIC_ORIGIN: "http://127.0.0.1:3000", ...env });
  programs.push(program);
  return program;
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "shequ-process-"));
  folders.push(folder);
  return folder;
}

/** An empty production site with its own database. */
const production = (folder: string) => ({
  APP_MODE: "production",
  SECRET_KEY,
  HASHID_SALT: "a salt of its own",
  ALLOW_INSECURE_ORIGIN: "1",
  DATA_DIR: folder,
});

describe("SIGTERM", () => {
  test("lets a request in flight finish, closes idle connections, accepts no new one, and exits with 0", async () => {
    const program = start({ UPSTREAM_API_URL: slowUrl });
    const url = await program.ready();
    const { ended } = await waitingConnection(url);
    const asked = holdBack();
    const page = fetch(`${url}/question`);
    await asked;
    program.child.kill("SIGTERM");
    await isClosed(url);
    // They are not given the time of requests in progress: at its end those would be cut off, too.
    await ended;
    release();
    const answer = await page;
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("数据库迁移怎样做到不停机？");
    expect(await program.ended).toBe(0);
  });

  test("checkpoints the database and exits with 0", async () => {
    const folder = newFolder();
    const program = start(await owned(production(folder)));
    const url = await program.ready();
    // A write, so that there is something to checkpoint; a browser's connection stays open after it.
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect((await fetch(`${url}/question`)).status).toBe(200);
    program.child.kill("SIGTERM");
    expect(await program.ended).toBe(0);
    expect(statSync(join(folder, "shequ.db")).size).toBeGreaterThan(50_000);
    expect(existsSync(join(folder, "shequ.db-wal"))).toBe(false);
    expect(program.output()).not.toMatch(/error/i);
  });

  test("twice exits at once", async () => {
    const program = start({ UPSTREAM_API_URL: slowUrl });
    const url = await program.ready();
    const asked = holdBack();
    const page = fetch(`${url}/question`).catch(() => "cut off");
    await asked;
    program.child.kill("SIGTERM");
    await isClosed(url);
    program.child.kill("SIGTERM");
    expect(await program.ended).toBe(1);
    expect(await page).toBe("cut off");
  });
});

describe("a start that can't succeed says why in a line and exits with 1", () => {
  test.each([
    ["a port that is none", { PORT: "abc" }, /^PORT: /],
    ["an origin that is none", { PUBLIC_ORIGIN: "example.com" }, /^PUBLIC_ORIGIN: /],
    ["an upstream that is no web address", { UPSTREAM_API_URL: "ftp://upstream" }, /^UPSTREAM_API_URL: /],
    ["an unknown mode", { APP_MODE: "staging" }, /^APP_MODE: /],
    [
      "production without a secret",
      { APP_MODE: "production", PUBLIC_ORIGIN: "https://a.test", HASHID_SALT: "盐" },
      /^SECRET_KEY: /m,
    ],
    ["production on plain http", { APP_MODE: "production", SECRET_KEY }, /^PUBLIC_ORIGIN: /m],
    ["an unknown database", { DATABASE_URL: "mysql://a/b" }, /^DATABASE_URL: /],
  ] as [string, Record<string, string>, RegExp][])("%s", async (_, env, message) => {
    const program = start({ DATA_DIR: newFolder(), ...env });
    expect(await program.ended).toBe(1);
    expect(program.output()).toMatch(message);
    expect(program.output()).not.toMatch(/^\s+at |node:internal|ZodError/m);
  });

  test.each([[{}], [{ WORKERS: "2" }]])("a host that is not one of this machine's: %j", async (more) => {
    const production = { APP_MODE: "production", SECRET_KEY, HASHID_SALT: "盐", ALLOW_INSECURE_ORIGIN: "1" };
    for (const HOST of ["nonsense.invalid", "203.0.113.7"]) {
      const program = start({ UPSTREAM_API_URL: slowUrl, DATA_DIR: newFolder(), ...production, ...more, HOST });
      expect(await program.ended).toBe(1);
      expect(program.output()).toMatch(new RegExp(`^HOST=${HOST}: `, "m"));
      expect(program.output()).not.toMatch(/^\s+at /m);
    }
  });

  test("a port that is in use", async () => {
    const program = start({ UPSTREAM_API_URL: slowUrl, PORT: new URL(slowUrl).port });
    expect(await program.ended).toBe(1);
    expect(program.output()).toMatch(/^PORT=\d+: 已被占用.*EADDRINUSE/m);
    expect(program.output()).not.toMatch(/^\s+at /m);
    const METRICS_PORT = new URL(slowUrl).port;
    const measured = start({ UPSTREAM_API_URL: slowUrl, PORT: "0", METRICS_PORT, LOG_LEVEL: "error" });
    await measured.ready();
    const refused = new RegExp(`metrics_not_served.*METRICS_PORT=${METRICS_PORT}: 已被占用`, "m");
    await expect.poll(() => measured.output()).toMatch(refused);
  });
});

test.each([
  ["a reader", {}, "timeout=5"],
  ["a proxy, by default longer than nginx does", { TRUST_PROXY: "1" }, "timeout=75"],
])("keeps idle connections of %s", async (_, settings, kept) => {
  const url = await start({ UPSTREAM_API_URL: slowUrl, ...settings }).ready();
  const agent = new Agent({ keepAlive: true });
  const [answer] = (await once(get(`${url}/healthz`, { agent }), "response")) as [IncomingMessage];
  agent.destroy();
  expect(answer.headers["keep-alive"]).toMatch(kept);
});

describe("production", () => {
  test("over https sets HSTS, and a session cookie that no other host can set", async () => {
    const program = start({ ...(await owned(production(newFolder()))), PUBLIC_ORIGIN: "https://shequ.test" });
    const url = await program.ready();
    const page = await fetch(`${url}/question`, { headers: { cookie: `__Host-token=${"x".repeat(43)}` } });
    expect(page.headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
    expect(page.headers.get("content-security-policy")).toContain("upgrade-insecure-requests");
    expect(page.headers.get("set-cookie")).toBe("__Host-token=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax");
  });

  test("has no development pages", async () => {
    const program = start(await owned(production(newFolder())));
    const url = await program.ready();
    expect(await (await fetch(`${url}/login`)).text(), "nobody is told of demo accounts").not.toMatch(
      /演示|13900000001/,
    );
    for (const path of ["/_dev", "/_dev/index2", "/_dev/render-test", "/_dev.data"]) {
      const page = await fetch(url + path);
      expect(page.status, path).toBe(404);
      // Including those without a layout, which could contain it.
      if (!path.endsWith(".data")) expect(await page.text(), path).toContain("<title>页面不存在 - ");
    }
  });

  test("has pages for an empty site: every list says that there is nothing yet", async () => {
    const program = start(await owned(production(newFolder())));
    const url = await program.ready();
    for (const path of [
      "/",
      "/question",
      "/question/answer",
      "/case",
      "/activity",
      "/announcement",
      "/search/all?q=a",
    ]) {
      const page = await fetch(url + path);
      expect(page.status, path).toBe(200);
      expect((await page.text()).replace(/<script[\s\S]*?<\/script>/g, ""), path).not.toMatch(/undefined|NaN/);
    }
  });
});

describe("plain remix-serve", () => {
  const startPlain = async (env: Record<string, string> = {}) =>
    start({ UPSTREAM_API_URL: slowUrl, HOST: "127.0.0.1", PORT: String(await freePort()), ...env }, REMIX_SERVE);
  const own = { origin: "http://127.0.0.1:3000", host: "127.0.0.1:3000", "sec-fetch-site": "same-origin" };

  test("serves every page of the same build, with the same headers", async () => {
    const url = await (await startPlain()).ready();
    for (const path of [
      "/",
      "/question",
      "/about",
      "/search/all?q=%E8%BF%81%E7%A7%BB",
      `/u/${world.seed.alice}/article`,
    ]) {
      const page = await fetch(url + path);
      expect(page.status, path).toBe(200);
      expect(page.headers.get("content-security-policy"), path).not.toContain("unsafe");
    }
    for (const path of [
      "/about",
      "/about.data",
      "/policy",
      "/robots.txt",
      "/account/profile",
      "/healthz",
      "/oss/none",
    ]) {
      const { headers } = await fetch(url + path, { redirect: "manual" });
      for (const [name, value] of securityHeaders(false)) expect(headers.get(name), `${path} ${name}`).toBe(value);
      expect(headers.get("content-security-policy"), path).toContain("default-src 'none'");
    }
    expect((await fetch(`${url}/account/profile`, { redirect: "manual" })).headers.get("cache-control")).toBe(
      "no-store",
    );
  });

  test("answers health checks, and accepts payment notifications", async () => {
    const url = await (await startPlain()).ready();
    for (const path of ["/healthz", "/readyz"]) expect((await fetch(url + path)).status, path).toBe(200);
    const apart = await (await startPlain({ UPSTREAM_API_URL: "http://127.0.0.1:9" })).ready();
    expect([(await fetch(`${apart}/healthz`)).status, (await fetch(`${apart}/readyz`)).status]).toEqual([200, 503]);
    // The upstream rejects a forged one.
    expect((await fetch(`${url}/api/pro/weixin/pay/notify`, { method: "POST", body: "{}" })).status).toBe(401);
  });

  test("distinguishes readers by what its proxy says", async () => {
    const url = await (await startPlain({ TRUST_PROXY: "1" })).ready();
    addresses.clear();
    for (const address of ["198.51.100.1", "198.51.100.2"]) {
      await fetch(`${url}/about`, { headers: { "x-forwarded-for": `203.0.113.9, ${address}` } });
    }
    expect(addresses).toEqual(new Set(["198.51.100.1", "198.51.100.2"]));
  });

  test("refuses forms in production if readers can't be distinguished, and does not start so", async () => {
    const env = { APP_MODE: "production", HASHID_SALT: "盐", ALLOW_INSECURE_ORIGIN: "1" };
    const url = await (await startPlain(env)).ready();
    const refused = await fetch(`${url}/actions/logout`, { method: "POST", headers: own });
    expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining("TRUST_PROXY")]);
    expect((await fetch(`${url}/question`)).status).toBe(200);
    const command = start({ ...env, UPSTREAM_API_URL: slowUrl }, ["scripts/serve.mjs"]);
    expect(await command.ended).toBe(2);
    expect(command.output()).toMatch(/^TRUST_PROXY/m);
  });
});
