import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NETWORK_MESSAGE } from "#app/contract/codes";
import { contentPages, publicPages } from "#tests/world/page-kinds";
import { createWorld, type World } from "#tests/world/world";
import { createFaultUpstream, FAULTS, type Fault, type FaultUpstream } from "./fault-upstream";
import { type Served, serveWorld } from "./serve-world";

/** Milliseconds, short so that a hanging upstream is given up soon. deadline.test.ts tests the exact time. */
const DEADLINE = 1_500;
/** Timeout for missing responses, however slow the machine. */
const PATIENCE = { timeout: 50_000 };

let world: World;
let faulty: FaultUpstream;
/** Without a cache, and with one whose pages expire immediately. */
let bare: Served;
let cached: Served;

beforeAll(async () => {
  world = await createWorld();
  faulty = await createFaultUpstream(world.upstream.program);
  process.env.UPSTREAM_API_URL = faulty.url;
  process.env.UPSTREAM_TIMEOUT_MS = String(DEADLINE);
  // Pages waiting for a hanging call delay others, which does not count as pressure.
  const config = { strangersWaitMax: 0 };
  bare = await serveWorld(world, { remote: true, config: { ...config, pageCacheBytes: 0 } });
  cached = await serveWorld(world, { remote: true, config, lifetime: 0 });
});
afterAll(async () => {
  await bare.close();
  await cached.close();
  await faulty.close();
  await world.close();
});

async function read(server: Served, path: string, headers: Record<string, string> = {}) {
  const response = await server.get(path, headers);
  return { status: response.status, text: await response.text(), headers: response.headers };
}
const statusOf = async (server: Served, path: string) => (await read(server, path)).status;
const noSockets = () => expect.poll(() => faulty.sockets(), PATIENCE).toBe(0);

/** After these, connections can't be reused. */
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
  await faulty.set("well");
  for (const [name, path] of publicPages(world.seed)) expect((await read(bare, path)).status, name).toBe(200);
});

test("a search that fails keeps its words in a field below the error", async () => {
  await faulty.set("500");
  const { status, text } = await read(bare, `/search/all?q=${encodeURIComponent("便利店")}`);
  const [, main = ""] = /<main(.*)<\/main>/s.exec(text) ?? [];
  expect([status, main]).toEqual([503, expect.stringMatching(/<input[^>]* name="q"[^>]* value="便利店"/)]);
  await faulty.set("well");
});

/** Representatives of each type: no server, no response, an error, an invalid reply. Every page is tested with them. */
const KINDS: Fault[] = ["refused", "hang", "500", "wrong data"];
const all = Object.entries(FAULTS) as [Fault, string][];

describe("every page reports it, and works again after repair, when the upstream", () => {
  test.each(all)("(%s) %s", async (fault) => {
    await faulty.set(fault);
    const pages = contentPages(world.seed).filter((_, index) => KINDS.includes(fault) || index % 7 === 0);
    const answers = await Promise.all(pages.map(([, path]) => read(bare, path)));
    for (const [index, [name]] of pages.entries()) {
      const { status, text, headers } = answers[index] as (typeof answers)[number];
      expect(status, name).toBe(503);
      expect(text, name).toContain(NETWORK_MESSAGE);
      expect(text, name).toMatch(/<h1[^>]*>服务暂时不可用<\/h1>/);
      expect(text.replaceAll("<!-- -->", ""), name).toContain(">503 Service Unavailable<");
      expect(headers.get("retry-after"), name).toBe("5");
      // The log has this number.
      expect(text.replaceAll("<!-- -->", ""), name).toContain(`请求编号：${headers.get("x-request-id")}<`);
      expect(text, name).not.toMatch(/secret|ECONN|(?<!Pre)fetch failed|\bat \w+ \(|node_modules/);
      expect(text.replace(/<script[\s\S]*?<\/script>/g, "").match(/<h1[ >]/g), name).toHaveLength(1);
      expect(headers.get("content-security-policy"), name).toContain("default-src 'none'");
    }
    expect(faulty.followed()).toBe(false);
    if (CLOSING.has(fault)) await noSockets();

    await faulty.set("well");
    await expect.poll(() => statusOf(bare, "/question"), PATIENCE).toBe(200);
  });
});

describe.each(KINDS)("when the upstream is broken (%s)", (fault) => {
  test("pages that need no upstream still work", async () => {
    await faulty.set(fault);
    const paths = ["/login", "/search/all", "/healthz", "/robots.txt", "/icons/sq.json?icons=home"];
    const answers = await Promise.all(paths.map((path) => read(bare, path)));
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
    expect((await read(bare, "/policy")).headers.get("location")).toBe("/policy/terms");
  });

  test("a load balancer is told, unless the upstream still responds", async () => {
    await faulty.set("well");
    await expect.poll(() => statusOf(bare, "/readyz"), PATIENCE).toBe(200);
    await faulty.set(fault);
    await expect.poll(() => statusOf(bare, "/readyz"), PATIENCE).toBe(fault === "wrong data" ? 200 : 503);
  });

  test("cached pages are served unchanged", async () => {
    await faulty.set("well");
    const article = contentPages(world.seed).find(([name]) => name === "article")?.[1] ?? "";
    const paths = ["/", "/question", "/about", article];
    const whole = async () => (await Promise.all(paths.map((path) => statusOf(cached, path)))).every(isWhole);
    await expect.poll(whole, PATIENCE).toBe(true);
    const before = await Promise.all(paths.map((path) => read(cached, path)));
    await faulty.set(fault);
    // One millisecond later every page has expired.
    const now = Date.now();
    await expect.poll(() => Date.now() > now).toBe(true);
    for (let round = 0; round < 2; round += 1) {
      const during = await Promise.all(paths.map((path) => read(cached, path)));
      for (const [index, path] of paths.entries()) {
        expect(during[index]?.status, path).toBe(200);
        expect(withoutTime(during[index]?.text), path).toBe(withoutTime(before[index]?.text));
      }
    }
  });

  test("nobody is logged out by it", async () => {
    await faulty.set(fault);
    const cookie = `token=${await world.upstream.tokenOf(world.seed.alice)}`;
    const pages = ["/question", "/account/profile", "/about"].map((path) => read(bare, path, { cookie }));
    for (const { status, headers, text } of await Promise.all(pages)) {
      expect(status).toBe(503);
      expect(text).toContain(NETWORK_MESSAGE);
      expect(text).toContain("请求编号");
      expect(headers.get("set-cookie")).toBeNull();
    }
    await faulty.set("well");
    const { status, text } = await read(bare, "/question", { cookie });
    expect([status, text.includes("林致远")]).toEqual([200, true]);
  });
});

test("no connection stays open after its use", async () => {
  await faulty.set("well");
  await noSockets();
});

test("a session token refused by the upstream is cleared, on pages and on data", async () => {
  await faulty.set("well");
  const cookie = `token=${"x".repeat(43)}`;
  for (const path of ["/question", "/question.data", "/account/profile"]) {
    const { headers } = await read(bare, path, { cookie });
    expect(headers.get("set-cookie"), path).toMatch(/^token=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/);
  }
});

test("a page that lost only one part is shown, and not cached", async () => {
  await faulty.set("well");
  // The recommended authors are loaded once per page, so one failure affects one part.
  const { fetch } = world.upstream.program;
  world.upstream.program.fetch = async (request) =>
    request.url.includes("recommendAuthor") ? new Response("broken", { status: 500 }) : fetch(request);
  const server = await serveWorld(world, { remote: true });
  const { status } = await read(server, "/");
  expect(status).toBe(200);
  expect(server.cache.stats().entries).toBe(0);
  world.upstream.program.fetch = fetch;
  await read(server, "/");
  expect(server.cache.stats().entries).toBe(1);
  await server.close();
});

const isWhole = (status: number) => status === 200;

/** A page contains the time of its rendering. */
const withoutTime = (html = "") => html.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "");
