import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NETWORK_MESSAGE } from "#app/contract/codes";
import { contentPages, publicPages } from "#tests/page-kinds";
import { createWorld, type World } from "#tests/world";
import { createFaultUpstream, FAULTS, type Fault, type FaultUpstream } from "./fault-upstream";
import { type Served, serveWorld } from "./serve";

const DEADLINE = 1_500;
/** Beyond the deadline: forty pages at once, on a machine that is busy. The seconds proper are in deadline.test.ts. */
const SLACK = 6_000;
/** More than the longest that a waiting connection is kept. */
const IDLE = 6_000;

let world: World;
let upstream: FaultUpstream;
/** Without a cache, and with one whose pages are old at once. */
let bare: Served;
let cached: Served;

beforeAll(async () => {
  world = await createWorld();
  upstream = await createFaultUpstream(world.test.upstream);
  process.env.UPSTREAM_API_URL = upstream.url;
  process.env.UPSTREAM_TIMEOUT_MS = String(DEADLINE);
  bare = await serveWorld(world, { remote: true, maxBytes: 0 });
  cached = await serveWorld(world, { remote: true, lifetime: 0 });
});
afterAll(async () => {
  await bare.close();
  await cached.close();
  await upstream.close();
  await world.close();
});

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function read(server: Served, path: string, headers: Record<string, string> = {}) {
  const began = Date.now();
  const response = await server.get(path, headers);
  return { status: response.status, text: await response.text(), headers: response.headers, took: Date.now() - began };
}

async function until(what: () => boolean | Promise<boolean>, ms: number): Promise<boolean> {
  const end = Date.now() + ms;
  while (Date.now() < end) {
    if (await what()) return true;
    await sleep(20);
  }
  return what();
}

/** After these, connections are of no further use. */
const CLOSING = new Set<Fault>([
  "refused",
  "reset",
  "reset in the body",
  "cut short",
  "garbage",
  "hang",
  "drip",
  "huge",
]);

test("the upstream behind its port is the real one", async () => {
  await upstream.set("well");
  for (const [name, path] of publicPages(world.seed)) expect((await read(bare, path)).status, name).toBe(200);
});

/** These stand for the kinds: nobody there, nobody answers, an honest failure, a lie. Every page meets them. */
const KINDS: Fault[] = ["refused", "hang", "500", "wrong data"];
const all = Object.entries(FAULTS) as [Fault, string][];

describe("every page says so in time, and is whole within a second of repair, when the upstream", () => {
  test.each(all)("(%s) %s", async (fault) => {
    await upstream.set(fault);
    const pages = contentPages(world.seed).filter((_, index) => KINDS.includes(fault) || index % 7 === 0);
    const answers = await Promise.all(pages.map(([, path]) => read(bare, path)));
    for (const [index, [name]] of pages.entries()) {
      const { status, text, headers, took } = answers[index] as (typeof answers)[number];
      expect(status, name).toBe(503);
      expect(text, name).toContain(NETWORK_MESSAGE);
      expect(text, name).toMatch(/<h1[^>]*>服务暂时不可用<\/h1>/);
      expect(headers.get("retry-after"), name).toBe("5");
      // The log has it by this number.
      expect(text.replaceAll("<!-- -->", ""), name).toContain(`请求编号：${headers.get("x-request-id")}<`);
      expect(text, name).not.toMatch(/secret|ECONN|fetch failed|\bat \w+ \(|node_modules/);
      expect(text.replace(/<script[\s\S]*?<\/script>/g, "").match(/<h1[ >]/g), name).toHaveLength(1);
      expect(headers.get("content-security-policy"), name).toContain("default-src 'none'");
      expect(took, name).toBeLessThan(DEADLINE + SLACK);
    }
    expect(upstream.followed()).toBe(false);
    if (CLOSING.has(fault)) expect(await until(() => upstream.sockets() === 0, 10_000)).toBe(true);

    await upstream.set("well");
    expect(await until(async () => (await read(bare, "/question")).status === 200, 1_000)).toBe(true);
  });
});

describe.each(KINDS)("when the upstream is broken (%s)", (fault) => {
  test("pages that need nothing of it are there", async () => {
    await upstream.set(fault);
    const paths = ["/login", "/search/all", "/healthz", "/robots.txt", "/icons/sq.json?icons=home"];
    const answers = await Promise.all(paths.map((path) => read(bare, path)));
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
    expect((await read(bare, "/policy")).headers.get("location")).toBe("/policy/terms");
  });

  test("a balancer is told, unless somebody answers there", async () => {
    await upstream.set("well");
    expect(await until(async () => (await read(bare, "/readyz")).status === 200, 5_000)).toBe(true);
    await upstream.set(fault);
    const told = fault === "wrong data" ? 200 : 503;
    expect(await until(async () => (await read(bare, "/readyz")).status === told, 5_000)).toBe(true);
  });

  test("kept pages go on being served, as they were", async () => {
    await upstream.set("well");
    const article = contentPages(world.seed).find(([name]) => name === "article")?.[1] ?? "";
    const paths = ["/", "/question", "/about", article];
    await until(async () => (await Promise.all(paths.map((path) => read(cached, path)))).every(isWhole), 5_000);
    const before = await Promise.all(paths.map((path) => read(cached, path)));
    await upstream.set(fault);
    // In the next millisecond every page is too old.
    const now = Date.now();
    await until(() => Date.now() > now, 1_000);
    for (let round = 0; round < 2; round += 1) {
      const during = await Promise.all(paths.map((path) => read(cached, path)));
      for (const [index, path] of paths.entries()) {
        expect(during[index]?.status, path).toBe(200);
        expect(withoutTime(during[index]?.text), path).toBe(withoutTime(before[index]?.text));
        expect(during[index]?.took, path).toBeLessThan(1_000 + SLACK);
      }
    }
  });

  test("nobody is logged out by it", async () => {
    await upstream.set(fault);
    const cookie = `token=${await world.test.tokenOf(world.seed.alice)}`;
    const pages = ["/question", "/account/profile", "/about"].map((path) => read(bare, path, { cookie }));
    for (const { status, headers, text } of await Promise.all(pages)) {
      expect(status).toBe(503);
      expect(text).toContain(NETWORK_MESSAGE);
      expect(text).toContain("请求编号");
      expect(headers.get("set-cookie")).toBeNull();
    }
    await upstream.set("well");
    const { status, text } = await read(bare, "/question", { cookie });
    expect([status, text.includes("林致远")]).toEqual([200, true]);
  });
});

test("no connection outlives its use", { timeout: IDLE + 10_000 }, async () => {
  await upstream.set("well");
  expect(await until(() => upstream.sockets() === 0, IDLE)).toBe(true);
});

test("a token that the upstream refuses is cleared, on pages and on data", async () => {
  await upstream.set("well");
  const cookie = `token=${"x".repeat(43)}`;
  for (const path of ["/question", "/question.data", "/account/profile"]) {
    const { headers } = await read(bare, path, { cookie });
    expect(headers.get("set-cookie"), path).toMatch(/^token=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/);
  }
});

test("a page that lost only a part of it is shown, and not kept", async () => {
  await upstream.set("well");
  // The recommended authors are not asked for twice within a page, so one failure is one part.
  const { fetch } = world.test.upstream;
  world.test.upstream.fetch = async (request) =>
    request.url.includes("recommendAuthor") ? new Response("broken", { status: 500 }) : fetch(request);
  const server = await serveWorld(world, { remote: true });
  const { status } = await read(server, "/");
  expect(status).toBe(200);
  expect(server.cache.stats().entries).toBe(0);
  world.test.upstream.fetch = fetch;
  await read(server, "/");
  expect(server.cache.stats().entries).toBe(1);
  await server.close();
});

const isWhole = ({ status }: { status: number }) => status === 200;

/** A page tells the browser what time it was made. */
const withoutTime = (html = "") => html.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "");
