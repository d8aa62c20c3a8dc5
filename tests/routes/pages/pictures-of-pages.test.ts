import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pathsWhere, ROUTES } from "#app/server/urls/route-facts.server";
import { serveWorld } from "#tests/server/serve-world";
import { databaseState } from "#tests/upstream/support/database-state";
import { publicPages } from "#tests/world/page-kinds";
import { samplePath } from "#tests/world/sample-paths";
import { createWorld, dataPath, type Reader, type World } from "#tests/world/world";

/** Browser requests without a navigation: from a URL in someone's text, or a prefetch. */
const NO_VISITS: Record<string, Record<string, string>> = {
  "a picture": { "sec-fetch-dest": "image", "sec-fetch-mode": "no-cors", "sec-fetch-site": "same-origin" },
  "a picture on another site": { "sec-fetch-dest": "image", "sec-fetch-site": "cross-site" },
  "a film": { "sec-fetch-dest": "video", "sec-fetch-site": "same-origin" },
  "a preparation": { "sec-fetch-dest": "empty", "sec-purpose": "prefetch", "sec-fetch-site": "same-origin" },
};
const LINK_ELSEWHERE = { "sec-fetch-dest": "document", "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
const isFile = pathsWhere(({ cache }) => cache === "stated");
const pathOf = (address: string) => address.split("?", 1)[0] ?? "";
const STATE = "a".repeat(43);

let world: World;
let member: Reader;

beforeAll(async () => {
  world = await createWorld();
  member = await world.as(world.seed.alice);
});
afterAll(() => world.close());

/** A URL of every route and public page, and queries with side effects. */
const everyPath = (): string[] => [
  ...ROUTES.map(({ path }) => samplePath(path, world.seed)),
  ...publicPages(world.seed).map(([, path]) => path),
  ...DOING,
];

/** Queries that do more than display. */
const DOING = [
  "/account/export",
  "/account/weixin",
  "/account/wechat-messages",
  "/notifications?id=1&to=/",
  `/account/wechat-messages?state=${STATE}&code=c`,
  "/login/weixin/frame",
  "/zhiku/search?q=赌博",
  "/login/weixin?next=/u",
  `/wechat-author?state=${STATE}&code=c`,
  `/wxlogin?state=${STATE}&obj=b`,
  `/zhiku/payer?state=${STATE}&code=c`,
];

describe.each(Object.entries(NO_VISITS))("asked for as %s", (_, headers) => {
  test("no page writes a row or sets a cookie", { timeout: 120_000 }, async () => {
    const { db } = world.upstream.services;
    const cookies = new Map(member.cookies);
    const before = await databaseState(db);
    for (const path of headers === NO_VISITS["a picture"] ? everyPath() : DOING) {
      for (const to of [path, dataPath(path)]) {
        const answer = await member.get(to, { headers });
        expect(answer.headers.getSetCookie(), to).toEqual([]);
        expect(answer.headers.get("content-disposition"), to).toBeNull();
      }
    }
    expect(member.cookies).toEqual(cookies);
    expect(await databaseState(db)).toEqual(before);
    expect(await db.selectFrom("rate_limits").select("key").where("key", "like", "export%").execute()).toEqual([]);
  });
});

test("the web server refuses without rendering, and opens no stream", async () => {
  const served = await serveWorld(world);
  const cookie = `token=${await world.upstream.tokenOf(world.seed.alice)}`;
  for (const path of [...everyPath(), "/live/notifications"].filter((one) => !isFile(pathOf(one)))) {
    const answer = await served.get(path, { cookie, ...NO_VISITS["a picture"] });
    // The store has its own errors for missing objects, and health checks are not pages.
    if (!/^\/(?:oss\/|healthz|readyz)/.test(path)) expect(answer.status, path).toBe(404);
    expect(answer.headers.get("content-type"), path).not.toContain("event-stream");
  }
  expect(served.renders()).toBe(0);
  const page = await served.get("/account/secure", { cookie, "sec-fetch-dest": "document" });
  expect(page.status).toBe(200);
  await served.close();
});

test("files are sent as usual", async () => {
  const served = await serveWorld(world);
  for (const [path, dest] of [
    ["/manifest.webmanifest", "manifest"],
    ["/favicon.ico", "image"],
    ["/app-icon/192.png", "image"],
    ["/qr.svg?to=/question", "image"],
  ] as const) {
    expect((await served.get(path, { "sec-fetch-dest": dest })).status, path).toBe(200);
  }
  await served.close();
});

describe("a person's own visit", () => {
  test("to a search is recorded, on its first page", async () => {
    const words = () => world.upstream.services.db.selectFrom("zhiku_searches").select("q").execute();
    await member.get("/zhiku/search?q=缓存&page=2", { headers: { "sec-fetch-dest": "document" } });
    expect(await words()).toEqual([]);
    await member.get("/zhiku/search?q=缓存", { headers: { "sec-fetch-dest": "document" } });
    await member.data("/zhiku/search?q=队列", { headers: { "sec-fetch-dest": "empty" } });
    await member.get("/zhiku/search?q=旧浏览器");
    expect((await words()).map(({ q }) => q).sort()).toEqual(["旧浏览器", "缓存", "队列"].sort());
  });

  test("downloads one's own export; a link on another site leads to a page with the download", async () => {
    const lured = await member.get("/account/export", { headers: LINK_ELSEWHERE });
    expect([lured.status, lured.location]).toEqual([302, "/account/secure"]);
    const fetched = await member.get("/account/export", {
      headers: { "sec-fetch-dest": "document", "sec-fetch-site": "same-origin" },
    });
    expect(fetched.headers.get("content-disposition")).toMatch(/^attachment/);
  });

  test("starts the WeChat login; a link on another site neither starts nor ends one", async () => {
    const reader = await world.as(null);
    await reader.get("/login/weixin", { headers: { "sec-fetch-dest": "document", "sec-fetch-site": "same-origin" } });
    const begun = reader.cookies.get("weixin");
    expect(begun).toBeTruthy();
    for (const path of ["/login/weixin", "/login/weixin/frame"]) {
      const { location } = await reader.get(path, { headers: LINK_ELSEWHERE });
      expect(location).toMatch(/^\/login/);
    }
    for (const headers of Object.values(NO_VISITS)) await reader.get("/wechat-author", { headers });
    expect(reader.cookies.get("weixin")).toBe(begun);
  });
});
