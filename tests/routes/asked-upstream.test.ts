import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorld, ORIGIN, type World } from "#tests/world";

let world: World;
let cookie: string;
let asked: string[] = [];
beforeAll(async () => {
  world = await createWorld();
  cookie = `token=${await world.test.tokenOf(world.seed.alice)}`;
});
beforeEach(() => {
  asked = [];
});
afterAll(() => world.close());

/** What the upstream is asked for a page, as `path?query`; `fails` stands for calls that it can't answer. */
async function page(path: string, fails: RegExp | null = null): Promise<string> {
  const upstream = {
    fetch: async (request: Request) => {
      const { pathname, search } = new URL(request.url);
      asked.push(pathname + search);
      return fails?.test(pathname) ? new Response(null, { status: 502 }) : world.test.upstream.fetch(request);
    },
  };
  const answer = await world.remix(new Request(ORIGIN + path, { headers: { cookie } }), {
    upstream,
    requestId: "test",
  });
  return answer.text();
}

test("the categories of zhiku are asked for by the type that the specification names", async () => {
  for (const path of ["/zhiku", "/zhiku/search", "/zhiku/rights?category=1"]) await page(path);
  const lists = asked.filter((call) => call.startsWith("/api/pro/category/list"));
  expect(lists).toEqual(Array(3).fill("/api/pro/category/list?type=1"));
});

test("with a token the profile is fetched for every page, and zhiku's for zhiku's, but not where WeChat comes back", async () => {
  await page("/about");
  expect(asked).toContain("/api/user/tokenQueryClientUser");
  expect(asked).not.toContain("/api/pro/user");
  await page("/zhiku");
  expect(asked).toContain("/api/pro/user");
  asked = [];
  await page("/wxlogin?state=a&obj=b");
  expect(asked.filter((call) => /user|news/.test(call))).toEqual([]);
});

test("the parents of the account's and zhiku's pages check what those need", async () => {
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

test("a profile that can't be fetched is said to be so, and nobody is taken for a visitor", async () => {
  for (const path of ["/about", "/zhiku"]) {
    const html = await page(path, /tokenQueryClientUser|unreadCount/);
    const header = html.slice(html.indexOf("<header"), html.indexOf("</header>"));
    expect(header).toContain("账号没能读取");
    expect(header).not.toContain("登录");
  }
  expect(await page("/about")).not.toContain("账号没能读取");
});
