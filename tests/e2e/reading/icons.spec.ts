import { expect, type Page, test } from "@playwright/test";
import { hydrated, open, saveData } from "#tests/e2e/support/page-errors";

const emptyIcons = (page: Page) =>
  page.locator("svg.icon").evaluateAll((icons) => icons.filter((icon) => icon.innerHTML === "").length);
/** The drawings in a page's content, in the server's and the browser's HTML. */
const drawings = (page: Page) =>
  page.locator("main svg.icon").evaluateAll((icons) => icons.map((icon) => icon.innerHTML));

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  for (const path of ["/", "/activity", "/_dev/index2", "/nothing/here"]) {
    test(`${path} has its icons in the first HTML`, async ({ page }) => {
      await page.goto(path);
      expect(await page.locator("svg.icon").count()).toBeGreaterThan(5);
      expect(await emptyIcons(page)).toBe(0);
    });
  }
});

test("icons of the first page are reused, not requested", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/icons/")) asked.push(request.url());
  });
  await open(page, "/activity");
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual([]);
  expect(await emptyIcons(page)).toBe(0);
});

test("an icon first needed after a navigation is requested by name, with the others in one request", async ({
  page,
}) => {
  await saveData(page);
  await open(page, "/about");
  const before = await page.locator("main svg.icon").count();
  const asked = page.waitForRequest((request) => request.url().includes("/icons/"));
  await page.getByRole("banner").getByRole("link", { name: "活动" }).click();
  const url = new URL((await asked).url());
  expect(url.pathname).toBe("/icons/sq.json");
  expect(url.href.length).toBeLessThanOrEqual(500);
  const names = url.searchParams.get("icons")?.split(",") ?? [];
  expect(names.length).toBeGreaterThan(1);
  await expect.poll(() => emptyIcons(page)).toBe(0);
  expect(await page.locator("main svg.icon").count()).toBeGreaterThan(before);

  // They are the server's drawings.
  const drawn = await drawings(page);
  await open(page, "/activity");
  expect(await drawings(page)).toEqual(drawn);
});

test("a drawing is shown in its own size", async ({ page }) => {
  await page.goto("/_dev/index2");
  const boxes = page.locator("svg.icon").evaluateAll((icons) => icons.map((icon) => icon.getAttribute("viewBox")));
  const written = await boxes;
  await hydrated(page);
  expect(
    await page.locator("svg.icon").evaluateAll((icons) => icons.map((icon) => icon.getAttribute("viewBox"))),
  ).toEqual(written);
});

for (const [name, status] of [
  ["is refused", 404],
  ["fails", 500],
] as const) {
  test(`an icon that ${name} is logged, and the page works`, async ({ page }) => {
    await saveData(page);
    const logged = page.waitForEvent("console", (message) => message.text().startsWith("Failed to load custom icons"));
    const uncaught: string[] = [];
    page.on("pageerror", (error) => uncaught.push(error.message));
    await page.route("**/icons/**", (route) => route.fulfill({ status }));
    await open(page, "/about");
    await page.getByRole("banner").getByRole("link", { name: "活动" }).click();
    expect((await logged).type()).toBe("error");
    await expect(page.getByRole("heading", { level: 1, name: "活动" })).toBeVisible();
    expect(uncaught).toEqual([]);
  });
}

test("an icon whose loader is gone is logged as well", async ({ page }) => {
  await saveData(page);
  await open(page, "/about");
  const logged = page.waitForEvent("console", (message) => message.text().startsWith("Failed to load custom icons"));
  const loaded = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  await page.route("**/assets/*.js", (route) =>
    /iconify/.test(route.request().url()) ? route.abort() : route.continue(),
  );
  expect(loaded.join()).not.toContain("iconify");
  await page.getByRole("banner").getByRole("link", { name: "活动" }).click();
  await logged;
  await expect(page.getByRole("heading", { level: 1, name: "活动" })).toBeVisible();
});
