import { afterAll, beforeAll, expect, test } from "vitest";
import { encodeId } from "#app/server/urls/short-id.server";
import { publicPages } from "#tests/world/page-kinds";
import { createWorld, dataPath, ORIGIN, type World } from "#tests/world/world";

const TIME = /"\d{4}-\d\d-\d\dT[\d:.]+Z"/g;
const NO_TIME = '"昨天下午"';

let world: World;
let cookie: string;
let changed = 0;
beforeAll(async () => {
  world = await createWorld();
  const member = await world.as(world.seed.alice);
  cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const draft = { title: "写到一半的标题", content: "写到一半的正文", intent: "keep" };
  expect((await member.send("/write/article", draft)).status).toBe(200);
});
afterAll(() => world.close());

/** The app's response if its upstream sends invalid times. */
async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const upstream = {
    async fetch(request: Request) {
      const text = await (await world.upstream.program.fetch(request)).text();
      changed += text.match(TIME)?.length ?? 0;
      return new Response(text.replace(TIME, NO_TIME), { headers: { "content-type": "application/json" } });
    },
  };
  const headers = { cookie, "sec-fetch-site": "same-origin", "sec-fetch-mode": "navigate" };
  const context = { upstream, requestId: "test", clientIp: "192.0.2.1" };
  return world.remix(new Request(ORIGIN + path, { ...init, headers }), context);
}

test("unparsable times break no page and no data", async () => {
  const own = [
    "/account/profile",
    "/account/secure",
    "/account/export",
    "/notifications/comment",
    "/notifications/like",
    "/notifications/collection_follow",
    "/notifications/system",
    "/write/article",
    "/write/article?draft=use",
    `/write/article?id=${encodeId(world.seed.article)}`,
    "/write/question",
    `/write/answer?question=${encodeId(world.seed.lonelyQuestion)}`,
    "/write/trash",
    "/zhiku/history",
    "/zhiku/favorites",
    "/zhiku/orders",
    "/zhiku/profile",
  ];
  for (const path of [...publicPages(world.seed).map(([, one]) => one), ...own]) {
    const page = await ask(path);
    expect([200, 302], path).toContain(page.status);
    expect(await page.text(), path).not.toMatch(/NaN|Invalid Date/);
    expect([200, 202], path).toContain((await ask(dataPath(path))).status);
  }
  expect(changed).toBeGreaterThan(100);
}, 120_000);

test("a draft is saved nonetheless", async () => {
  const body = new URLSearchParams({ title: "写到一半的标题", content: "又写了一些", intent: "keep" });
  expect([302, 409]).toContain((await ask("/write/article", { method: "POST", body })).status);
  expect((await ask("/write/draft/article")).status).toBe(200);
});

test("no machine-readable time is invalid", async () => {
  for (const path of [
    "/feed.xml",
    "/feed/question.xml",
    `/u/${world.seed.alice}/feed.xml`,
    "/sitemap/question/0.xml",
  ]) {
    const file = await ask(path);
    expect(file.status, path).toBe(200);
    const text = await file.text();
    expect(text, path).not.toContain("昨天下午");
    for (const [, time] of text.matchAll(/<(?:updated|published|lastmod)>([^<]*)</g)) {
      expect(Date.parse(time ?? ""), path).not.toBeNaN();
    }
  }
});
