import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { encodeId } from "#app/server/urls/short-id.server";
import { announceErrors } from "#tests/runner/console-errors";
import { createWorld, ORIGIN, type World } from "#tests/world/world";
import { type Served, serveWorld } from "./serve-world";

const BROWSER = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36";
const CRAWLER = "Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)";

let world: World;
let served: Served;
let fails = false;
/** Until the client has disconnected. */
let waits = false;

beforeAll(async () => {
  world = await createWorld();
  served = await serveWorld(world, {
    async onRender({ signal }) {
      if (fails) throw new Error("broken");
      if (waits) await new Promise((resolve) => signal.addEventListener("abort", resolve));
    },
  });
});
afterAll(async () => {
  await served.close();
  await world.close();
});
beforeEach(async () => {
  await counted();
});

/** Counts since the last call, without durations. */
async function counted(): Promise<Record<string, number>> {
  await served.traffic.report();
  const { figures } = world.upstream.services.figures.take();
  return Object.fromEntries(figures.flatMap(({ name, times }) => (name.includes("/") ? [] : [[name, times]])));
}
const read = async (path: string, headers: Record<string, string> = {}) => {
  const response = await served.get(path, { "user-agent": BROWSER, ...headers });
  await response.text();
  return response;
};

test("pages are counted by kind of reader, including those from the page cache", async () => {
  await read("/question");
  await read("/question");
  const etag = (await read("/question")).headers.get("etag") ?? "";
  expect((await read("/question", { "if-none-match": etag })).status).toBe(304);
  await read("/question", { "user-agent": CRAWLER });
  await read("/question", { cookie: `token=${await world.upstream.tokenOf(world.seed.bob)}` });
  expect(await counted()).toEqual({
    "page.read": 6,
    "page.kept": 4,
    "visit.anonymous": 4,
    "visit.bot": 1,
    "visit.member": 1,
  });
});

test("requests without a visit are not counted: parts, prefetches, other files, missing pages, the console", async () => {
  await read("/question", { "sec-purpose": "prefetch", "sec-fetch-dest": "document" });
  await read("/question", { "sec-fetch-dest": "image" });
  await read("/question.data?_routes=root");
  await read("/robots.txt");
  expect((await read("/nowhere")).status).toBe(404);
  await read("/admin");
  const { "page.read": all, "page.kept": _, ...visits } = await counted();
  expect([all, visits]).toEqual([5, {}]);
  await read("/question.data");
  expect(await counted()).toMatchObject({ "visit.anonymous": 1 });
});

test("paywalls and the page of offers are counted each time a person sees them", async () => {
  const path = `/zhiku/article/${encodeId(world.seed.zhikuContent)}`;
  for (let n = 0; n < 3; n++) await read(path);
  await read(path, { "user-agent": CRAWLER });
  await read("/zhiku/rights");
  await read("/zhiku/rights");
  expect(await counted()).toMatchObject({ "zhiku.wall": 3, "zhiku.rights": 2, "visit.anonymous": 5, "visit.bot": 1 });
});

test("a broken page is counted as such, together with each page's rendering time", async () => {
  await read("/case");
  await read("/case");
  await served.traffic.report();
  const times = world.upstream.services.figures.take().figures.filter(({ name }) => name.startsWith("page.time/"));
  expect(times.reduce((sum, one) => sum + one.times, 0)).toBe(1);
  fails = true;
  announceErrors(/request_failed/);
  expect((await read("/activity")).status).toBe(500);
  fails = false;
  expect(await counted()).toMatchObject({ "page.failed": 1 });
});

test("a form whose sender disconnected is no broken page", async () => {
  waits = true;
  const leave = new AbortController();
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    origin: ORIGIN,
    "sec-fetch-site": "same-origin",
  };
  const before = served.renders();
  const sent = fetch(`${served.url}/login.data`, { method: "POST", body: "phone=1", headers, signal: leave.signal });
  await expect.poll(served.renders).toBe(before + 1);
  leave.abort();
  await expect(sent).rejects.toThrow();
  waits = false;
  for (let n = 0; n < 3; n++) await read("/question?sort=hot");
  expect(await counted()).toEqual({ "page.read": 3, "page.kept": 2, "visit.anonymous": 3 });
});
