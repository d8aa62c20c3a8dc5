import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { MESSAGES } from "#app/contract/codes";
import { encodeId } from "#app/server/urls/short-id.server";
import { createWorld, ORIGIN, type World } from "#tests/world/world";

let world: World;
let cookie: string;
let asked: string[] = [];
beforeAll(async () => {
  world = await createWorld();
  cookie = `token=${await world.upstream.tokenOf(world.seed.alice)}`;
});
beforeEach(() => {
  asked = [];
});
afterAll(() => world.close());

/** Calls to the upstream for a page, as `path?query`; calls that match `fails` fail. */
async function page(path: string, fails: RegExp | null = null): Promise<string> {
  const upstream = {
    fetch: async (request: Request) => {
      const { pathname, search } = new URL(request.url);
      asked.push(pathname + search);
      return fails?.test(pathname) ? new Response(null, { status: 502 }) : world.upstream.program.fetch(request);
    },
  };
  const answer = await world.remix(new Request(ORIGIN + path, { headers: { cookie } }), {
    upstream,
    requestId: "test",
  });
  return answer.text();
}

test("zhiku's categories are requested with the type that the specification names", async () => {
  for (const path of ["/zhiku", "/zhiku/search", "/zhiku/rights?category=1"]) await page(path);
  const lists = asked.filter((call) => call.startsWith("/api/pro/category/list"));
  expect(lists).toEqual(Array(3).fill("/api/pro/category/list?type=1"));
});

test("with a token the profile is fetched for every page, and zhiku's for zhiku, but not where WeChat redirects back", async () => {
  await page("/about");
  expect(asked).toContain("/api/user/tokenQueryClientUser");
  expect(asked).not.toContain("/api/pro/user");
  await page("/zhiku");
  expect(asked).toContain("/api/pro/user");
  for (const path of ["/wxlogin", "/wxlogin/", "/WXLogin", "/wxlogi%6e", "/wxlogin.data"]) {
    asked = [];
    await page(`${path}?state=a&obj=b`);
    expect(asked, path).toContain("/api/ext/capabilities");
    expect(
      asked.filter((call) => /user|news/.test(call)),
      path,
    ).toEqual([]);
  }
});

test("parent routes of the account and zhiku check what their pages need", async () => {
  for (const [path, calls] of [
    ["/account/profile", ["/api/user/tokenQueryClientUser"]],
    ["/zhiku/history", ["/api/user/tokenQueryClientUser", "/api/pro/user"]],
    ["/zhiku/search", ["/api/user/tokenQueryClientUser", "/api/pro/user"]],
  ] as const) {
    asked = [];
    await page(path);
    // Once for parent and child together.
    for (const call of calls)
      expect(
        asked.filter((one) => one === call),
        `${path} ${call}`,
      ).toHaveLength(1);
  }
});

test("a profile that can't be fetched is reported, and nobody is treated as anonymous", async () => {
  for (const path of ["/about", "/zhiku"]) {
    const html = await page(path, /tokenQueryClientUser|unreadCount/);
    const header = html.slice(html.indexOf("<header"), html.indexOf("</header>"));
    expect(header).toContain("账号没能读取");
    expect(header).not.toContain("登录");
  }
  expect(await page("/about")).not.toContain("账号没能读取");
});

/** The reply to a member's page if calls of one path are refused. */
const refusing = (refused: string, code: string, path: string) =>
  world.remix(new Request(ORIGIN + path, { headers: { cookie } }), {
    upstream: {
      fetch: async (request: Request) =>
        new URL(request.url).pathname === refused
          ? Response.json({ code, message: "", data: null })
          : world.upstream.program.fetch(request),
    },
    requestId: "test",
  });

test.each([
  ["NOT_LOGIN", true],
  ["A_CODE_OF_ANOTHER_UPSTREAM", true],
  ["RATE_LIMITED", false],
])("a profile refused with %s ends the login: %s", async (code, ends) => {
  const open = await refusing("/api/user/tokenQueryClientUser", code, "/about");
  const html = await open.text();
  expect([open.status, open.headers.getSetCookie().some((line) => line.startsWith("token=;"))]).toEqual([200, ends]);
  expect(html.includes("账号没能读取")).toBe(!ends);
  const own = await refusing("/api/user/tokenQueryClientUser", code, "/account/profile");
  expect([own.status, own.headers.get("location")]).toEqual(ends ? [302, "/"] : [503, null]);
});

test("a member whom only zhiku refuses is led to its home page, and the token is cleared", async () => {
  for (const [path, home] of [
    ["/zhiku/history", "/zhiku"],
    ["/zhiku/error/403", "/zhiku"],
    ["/zhiku", null],
  ] as const) {
    const answer = await refusing("/api/pro/user", "NOT_LOGIN", path);
    expect([answer.status, answer.headers.get("location")], path).toEqual(home ? [302, home] : [200, null]);
    expect(answer.headers.getSetCookie().join(), path).toMatch(/^token=;/);
  }
});

describe("an upstream that shows strangers nothing", () => {
  const HIDDEN = /^\/api\/(?:content\/list|question\/\d+|pro\/content\/)/;
  const locked = {
    fetch: async (request: Request) =>
      HIDDEN.test(new URL(request.url).pathname)
        ? Response.json({ code: "NOT_LOGIN", message: "请先登录再阅读", data: null })
        : world.upstream.program.fetch(request),
  };
  const ask = (path: string, headers: Record<string, string> = {}) =>
    world.remix(new Request(ORIGIN + path, { headers }), { upstream: locked, requestId: "test" });

  test.each([
    ["/", "/_root.data"],
    ["/zhiku", "/zhiku.data"],
  ])("%s says so, and does not link to itself", async (path, data) => {
    const page = await ask(path);
    expect([page.status, page.headers.get("location")]).toEqual([401, null]);
    const html = await page.text();
    expect(html).toContain("请先登录再阅读");
    expect(html).toMatch(/<title>需要登录 - /);
    expect(html).toContain(`/login?next=${encodeURIComponent(path)}`);
    expect((await ask(data)).status).toBe(401);
  });

  test("pages that require a login redirect there once", async () => {
    const page = await ask(`/question/${encodeId(world.seed.question)}`);
    expect([page.status, page.headers.get("location")]).toEqual([302, "/"]);
  });

  test("a token that is refused is removed first", async () => {
    const page = await ask("/", { cookie });
    expect([page.status, page.headers.get("location")]).toEqual([302, "/"]);
    expect(page.headers.getSetCookie().join()).toMatch(/^token=;/);
  });
});

describe("a refusal without a word", () => {
  const wordless = (code: string) => ({
    fetch: async (request: Request) =>
      /^\/api\/(?:like\/add|user\/logout|question\/\d+)$/.test(new URL(request.url).pathname)
        ? Response.json({ code, message: " ", data: null })
        : world.upstream.program.fetch(request),
  });
  const post = (path: string, code: string, body: Record<string, string>) =>
    world.remix(
      new Request(ORIGIN + path, {
        method: "POST",
        body: new URLSearchParams(body),
        headers: { cookie, "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" },
      }),
      { upstream: wordless(code), requestId: "test" },
    );

  test.each([
    ["FORBIDDEN", MESSAGES.FORBIDDEN],
    ["A_CODE_OF_ANOTHER_UPSTREAM", MESSAGES.INTERNAL],
  ])("%s is reported in our own words", async (code, words) => {
    const answer = await post("/actions/reaction.data", code, { reaction: `like:article:${world.seed.article}:on` });
    expect(await answer.text()).toContain(`"${words}"`);
    const path = `/question/${encodeId(world.seed.question)}`;
    const page = await world.remix(new Request(ORIGIN + path), { upstream: wordless(code), requestId: "test" });
    expect(await page.text()).toContain(words);
  });

  test.each(["RIGHTS_NOT_SUBSCRIBED", "INTERNAL"])(
    "a logout that is refused with %s still logs out here",
    async (code) => {
      const answer = await post("/actions/logout", code, {});
      expect([answer.status, answer.headers.get("location")]).toEqual([302, "/"]);
      expect(answer.headers.getSetCookie().join("\n")).toMatch(/^token=;/m);
    },
  );
});

test("an export whose session ends in the middle redirects home without a message", async () => {
  const upstream = {
    fetch: async (request: Request) =>
      new URL(request.url).pathname === "/api/ext/account/export"
        ? Response.json({ code: "NOT_LOGIN", message: "请先登录", data: null })
        : world.upstream.program.fetch(request),
  };
  const headers = {
    cookie,
    "sec-fetch-site": "same-origin",
    "sec-fetch-mode": "navigate",
    "sec-fetch-dest": "document",
  };
  const answer = await world.remix(new Request(`${ORIGIN}/account/export`, { headers }), {
    upstream,
    requestId: "test",
  });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/account/secure"]);
  const [told, ...others] = answer.headers.getSetCookie();
  expect(told).toMatch(/^token=;/);
  expect(others).toEqual([]);
});
