import { createRequestHandler } from "@remix-run/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { loadBuild, ORIGIN } from "#tests/world/world";

/** A site on its first day: an empty database. */
let upstream: TestUpstream;
let ask: (path: string, token?: string) => Promise<{ status: number; main: string }>;

beforeAll(async () => {
  const remix = createRequestHandler(await loadBuild(), "production");
  upstream = await createTestUpstream({ config: { publicOrigin: ORIGIN } });
  ask = async (path, token = "") => {
    const headers = { cookie: `token=${token}` };
    const response = await remix(new Request(new URL(path, ORIGIN), { headers }), {
      upstream: upstream.program,
      requestId: "test",
      clientIp: "192.0.2.1",
      dependsOn: new Set(),
    });
    const text = await response.text();
    return { status: response.status, main: /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? "" };
  };
});
afterAll(() => upstream.close());

const LISTS = [
  "/",
  "/?tab=latest",
  "/question",
  "/question/answer",
  "/search/article",
  "/case",
  "/activity",
  "/announcement",
];

/** The sentence of an empty list, and the target of its only action. */
function emptyState(main: string) {
  const [, text = "", rest = ""] = /class="empty-state__text">([^<]*)<\/p>([\s\S]*?)<\/div>/.exec(main) ?? [];
  return { text, to: /href="([^"]*)"/.exec(rest)?.[1] };
}

test.each(LISTS)("%s says that there is nothing yet, and links to another page", async (path) => {
  const { status, main } = await ask(path);
  expect(status).toBe(200);
  const { text, to } = emptyState(main);
  expect(text).not.toBe("");
  expect(to).toMatch(/^\//);
  expect(to).not.toBe(path);
});

test.each([
  ["/?page=9", "/"],
  ["/question?page=9", "/question"],
  ["/question?tag=没有", "/question"],
  ["/question?sort=unanswered", "/question"],
  ["/search/article?tag=没有", "/search/article"],
  ["/activity?state=over", "/activity"],
  ["/case?page=9", "/case"],
])("%s links back to the whole list", async (path, whole) => {
  expect(emptyState((await ask(path)).main).to).toBe(whole);
});

test("lists that the site fills itself tell its staff where to begin", async () => {
  const token = await staffToken(upstream, await addStaff(upstream, "editor"));
  const ways = ["/case", "/activity", "/announcement", "/zhiku"].map(async (path) => {
    const [, to] = /class="empty-state__text">[\s\S]*?href="([^"]*)"/.exec((await ask(path, token)).main) ?? [];
    return to;
  });
  const started = ["/admin/case", "/admin/activity", "/admin/announcement", "/admin/zhiku/content"];
  expect(await Promise.all(ways)).toEqual(started);
});

test("zhiku says that nothing is on sale yet, and what one can do meanwhile", async () => {
  const visitor = (await ask("/zhiku/rights")).main;
  expect(emptyState(visitor)).toMatchObject({
    text: expect.stringContaining("不能购买"),
    to: "/login?next=%2Fzhiku%2Forders",
  });
  expect(visitor).not.toMatch(/选好权益|在线支付|用微信支付/);
  const token = await staffToken(upstream, await addStaff(upstream, "finance"));
  expect(emptyState((await ask("/zhiku/rights", token)).main).to).toBe("/admin/offer");
});

test("empty console lists say what will be there, or that no entry matches the filter", async () => {
  const token = await staffToken(upstream, await addStaff(upstream, "owner"));
  for (const [path, begun, without] of [
    ["/admin/order", "no=1", "订单"],
    ["/admin/right", "member=1", "权益"],
    ["/admin/content/question", "q=有", "问题"],
  ] as const) {
    expect(emptyState((await ask(path, token)).main).text).toMatch(/^还没有.*。.*在这里/);
    expect(emptyState((await ask(`${path}?${begun}`, token)).main).text).toBe(`没有这样的${without}。`);
  }
});
