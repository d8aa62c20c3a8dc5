import { expect, type Page, test } from "@playwright/test";
import { OWN_CONTEXT } from "#tests/e2e/support/own-context";
import { documentsOf, hydrated, open, saveData, watch } from "#tests/e2e/support/page-errors";
import { listedRoutes } from "#tests/framework/listed-routes";
import { moduleOf } from "#tests/framework/remix-in-page";

test.use(OWN_CONTEXT);

/** Other tests publish and withdraw questions on the first page. */
const LIST = "/question?page=2";
const MARKED = "a[data-prefetch]";

type Noting = { fetched: string[] };

/** Records what the page fetches; call before `goto`. */
async function noteFetches(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const fetched: string[] = [];
    Object.assign(window, { fetched });
    const { fetch } = window;
    window.fetch = (input, init) => {
      const { pathname, search } = new URL(input instanceof Request ? input.url : input, location.href);
      fetched.push(pathname + search);
      return fetch(input, init);
    };
  });
}

/** Paths that the page has fetched so far. */
const fetchedAhead = (page: Page) => page.evaluate(() => (window as unknown as Noting).fetched);

/** Resolves when all observers have been notified of what is visible now. */
const viewTold = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const observer = new IntersectionObserver(() => {
          observer.disconnect();
          resolve();
        });
        observer.observe(document.body);
      }),
  );

const dataOf = (paths: readonly (string | null)[]) => paths.map((path) => `${path}.data`);

/** Opens the list with a stopped clock, and hydrates it. */
async function openWithClock(page: Page): Promise<void> {
  const now = new Date("2026-11-20T08:00:00Z");
  await noteFetches(page);
  await page.clock.install({ time: now });
  await page.clock.pauseAt(new Date(now.getTime() + 1_000));
  await page.goto(LIST);
  await page.keyboard.press("Shift");
  await hydrated(page);
}

/** The marked links visible without scrolling. */
const inView = (page: Page) =>
  page.locator(MARKED).evaluateAll((links) =>
    links.flatMap((link) => {
      const { top, bottom } = link.getBoundingClientRect();
      return bottom > 0 && top < innerHeight ? [link.getAttribute("href")] : [];
    }),
  );

test("after 1000 ms the targets of the links in view are fetched", async ({ page }) => {
  const complaints = await watch(page);
  await openWithClock(page);
  await page.clock.runFor(990);
  await viewTold(page);
  expect(await fetchedAhead(page)).toEqual([]);

  const seen = await inView(page);
  const all = await page.locator(MARKED).evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(seen.length).toBeGreaterThan(0);
  expect(all.length).toBeGreaterThan(seen.length);

  await page.clock.runFor(20);
  await expect.poll(() => fetchedAhead(page)).toEqual(expect.arrayContaining(dataOf(seen)));
  const ahead = await fetchedAhead(page);
  expect(ahead.filter((href) => href.includes(".data"))).toHaveLength(seen.length);
  // The target page's module is loaded, too.
  const module = await page.evaluate(moduleOf, "routes/question/detail");
  expect(ahead).toContain(module);

  await page.locator(MARKED).nth(seen.length).scrollIntoViewIfNeeded();
  await expect.poll(() => fetchedAhead(page)).toContain(`${all[seen.length]}.data`);
  expect(complaints).toEqual([]);
});

test("a navigation to a prefetched page only asks whether it is still current", async ({ page }) => {
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  await open(page, LIST);
  const link = page.locator(MARKED).first();
  const path = await link.getAttribute("href");
  const prefetched = page.waitForResponse((response) => new URL(response.url()).pathname === `${path}.data`);
  await (await prefetched).finished();
  // So that it is not counted as a visit, and consumes no flash message.
  expect((await prefetched).request().headers().purpose).toBe("prefetch");

  const { etag } = (await prefetched).headers();
  expect(etag).toBeTruthy();

  // As sent over the network, because the browser's cache adds headers.
  const conditions: (string | undefined)[] = [];
  client.on("Network.requestWillBeSentExtraInfo", ({ headers }) => conditions.push(headers["If-None-Match"]));
  await link.click();
  await expect(page).toHaveURL(path ?? "");
  await expect(page.locator("main h1")).toBeVisible();
  await expect.poll(() => conditions).toContain(etag);
});

for (const [name, connection] of [
  ["a slow-2g connection", { effectiveType: "slow-2g" }],
  ["a reader who saves data", { effectiveType: "4g", saveData: true }],
] as const) {
  test(`${name} is not prefetched`, async ({ page }) => {
    await saveData(page, connection);
    await openWithClock(page);
    await page.clock.runFor(10_000);
    await viewTold(page);
    expect(await fetchedAhead(page)).toEqual([]);
  });
}

test("a failed prefetch is a warning and nothing else", async ({ page }) => {
  const documents = documentsOf(page);
  const warnings: string[] = [];
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "warning") warnings.push(message.text());
    // The browser reports a failed request by itself; our code must not.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(error.message));
  await page.route("**/*.data*", (route) => route.abort());
  await page.route(`**${await questionModule(page)}`, (route) => route.fulfill({ status: 404 }));
  await open(page, LIST);
  await expect
    .poll(() => warnings.filter((text) => text.startsWith("Prefetch failed") && text.includes(".data")).length)
    .toBeGreaterThan(0);
  await expect
    .poll(() => warnings.filter((text) => text.startsWith("Prefetch failed") && text.includes(".js")).length)
    .toBeGreaterThan(0);
  await page.unrouteAll();
  const link = page.locator(MARKED).first();
  const path = await link.getAttribute("href");
  await link.click();
  await expect(page).toHaveURL(path ?? "");
  await expect(page.locator("main h1")).toBeVisible();
  expect(documents).toEqual([LIST]);
  expect(errors).toEqual([]);
});

/** URL of the question pages' module. */
async function questionModule(page: Page): Promise<string> {
  const html = await (await page.request.get(LIST)).text();
  const [, manifest = ""] = /"manifest":"([^"]+)"/.exec(html) ?? [];
  const routes = await (await page.request.get(manifest)).text();
  const module = listedRoutes(routes)["routes/question/detail"]?.module ?? "";
  expect(module).toMatch(/^\/assets\/.+\.js$/);
  return module;
}
