import { afterAll, beforeAll, expect, test } from "vitest";
import { VERSION_KEYS_LENGTH_MAX } from "#app/contract/site/site-state";
import { encodeId } from "#app/server/urls/short-id.server";
import { createAskedVersions } from "#server/pages/asked-versions";
import { createWorld, ORIGIN, type World } from "#tests/world/world";
import { setLike } from "#upstream/modules/like/write";
import { serveFetch } from "./fetch-server";
import { type Served, serveWorld } from "./serve-world";

/** An upstream that the app treats as separate, and the calls to it. */
let world: World;
let apart: Awaited<ReturnType<typeof serveFetch>>;
let asked: string[] = [];
/** Simulates an upstream without versions. */
let isOld = false;
let isGone = false;
let isSilent = false;
let served: Served;

beforeAll(async () => {
  // With a stopped clock, no pending reaction takes effect meanwhile.
  const now = new Date();
  world = await createWorld({ clock: () => now });
  apart = await serveFetch(async (request) => {
    const { pathname } = new URL(request.url);
    asked.push(pathname);
    if (isSilent) await new Promise((resolve) => request.signal.addEventListener("abort", resolve));
    if (isGone) return new Response(null, { status: 503 });
    if (isOld && pathname === "/api/ext/versions") return new Response("Not Found", { status: 404 });
    return world.upstream.program.fetch(request);
  });
  process.env.UPSTREAM_API_URL = apart.url;
  served = await serveWorld(world, { remote: true, asksVersions: true });
  // The first reader triggers the check.
  await served.get("/about");
});
afterAll(async () => {
  await served.close();
  apart.close();
  await world.close();
});

const path = () => `/article/${encodeId(world.seed.article)}`;
const textOf = async (of: string, headers?: Record<string, string>) => (await served.get(of, headers)).text();
const comment = (text: string) =>
  world.write.comment({ authorId: world.seed.bob, targetKind: "article", targetId: world.seed.article, text });

test("whether an upstream exposes versions is determined while the first page is rendered", async () => {
  await expect.poll(() => asked).toContain("/api/ext/versions");
});

test("a page is cached until something on it changes, then rendered anew at once", async () => {
  await expect.poll(() => textOf(path()).then(() => served.cache.stats().entries)).toBeGreaterThan(0);
  for (let round = 0; round < 10; round += 1) {
    await textOf(path());
    const renders = served.renders();
    await textOf(path());
    expect(served.renders()).toBe(renders);
    const text = `第${round}条评论`;
    await comment(text);
    expect(await textOf(path())).toContain(text);
  }
  // A change of other data does not invalidate it.
  const renders = served.renders();
  const like = {
    userId: world.seed.alice,
    targetKind: "article" as const,
    targetId: world.seed.otherArticle,
    on: true,
  };
  await world.write.inside((trx) => setLike(trx, world.upstream.services, like));
  await textOf(path());
  expect(served.renders()).toBe(renders);
});

test("fifty concurrent requests take two calls at most", async () => {
  const { probe } = createAskedVersions(ORIGIN);
  await expect.poll(probe).not.toBeNull();
  asked = [];
  const told = await Promise.all(Array.from({ length: 50 }, () => probe()?.now()));
  expect(new Set(told)).toEqual(new Set([await world.upstream.program.versions.now()]));
  expect(asked.length).toBeLessThanOrEqual(2);
});

test("a tab is notified through it", async () => {
  const token = await world.upstream.tokenOf(world.seed.alice);
  const tab = await served.get("/live/notifications", { cookie: `token=${token}` });
  const reader = (tab.body as ReadableStream<Uint8Array>).getReader();
  /** The next number; a heartbeat may come before it. */
  const heard = async (): Promise<number> => {
    const { value, done } = await reader.read();
    const total = /"total":(\d+)/.exec(new TextDecoder().decode(value))?.[1];
    return total || done ? Number(total) : heard();
  };
  const before = await heard();
  asked = [];
  await comment("请看这里");
  expect(await heard()).toBe(before + 1);
  expect(asked.filter((one) => one !== "/api/ext/versions").length).toBeLessThan(3);
  await reader.cancel();
});

test("as many keys as a page may have can be requested", async () => {
  const { probe } = createAskedVersions(ORIGIN);
  await expect.poll(probe).not.toBeNull();
  const keys = Array.from({ length: VERSION_KEYS_LENGTH_MAX / 4 }, (_, n) => `user/${1_000_000 + n}`);
  expect(await probe()?.latest(keys)).toBe(0);
  expect(await probe()?.latest([...keys, `article/${world.seed.article}`])).toBeGreaterThan(0);
});

test("cached pages outlive an outage; an upstream without the call is trusted for a while", async () => {
  for (const [how, set] of [
    [
      "refuses",
      (on: boolean) => {
        isGone = on;
      },
    ],
    [
      "says nothing",
      (on: boolean) => {
        isSilent = on;
      },
    ],
  ] as const) {
    const page = await textOf(path());
    set(true);
    expect(await textOf(path()), how).toBe(page);
    // No request waits a second time.
    asked = [];
    expect(await textOf(path()), how).toBe(page);
    expect(asked).toEqual([]);
    set(false);
    await comment(`之后的评论，${how}`);
    await expect.poll(() => textOf(path())).toContain(`之后的评论，${how}`);
  }
  isOld = true;
  const { probe } = createAskedVersions(ORIGIN);
  asked = [];
  expect(probe()).toBeNull();
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  expect(probe()).toBeNull();
  await textOf(path());
  asked = [];
  await textOf(path());
  expect(asked).not.toContain("/api/ext/versions");
});
