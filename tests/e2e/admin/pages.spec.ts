import { expect, test } from "@playwright/test";
import { expectNothing } from "#tests/e2e/support/axe-violations";
import { ownersPages } from "#tests/e2e/support/console-pages";
import { logIn, proveAgain } from "#tests/e2e/support/member";
import { hydrated, open, saveData } from "#tests/e2e/support/page-errors";

/** Stands for all unknown URLs. */
const MISSING = "/admin/*";

test.describe.configure({ timeout: 180_000 });

/** Number of parallel parts; a single test would end long after all others. */
const PARTS = 6;

for (let part = 0; part < PARTS; part += 1) {
  test(`in the console axe finds nothing, part ${part + 1} of ${PARTS}`, async ({ page, context, baseURL }) => {
    await saveData(page);
    const { owner, paths } = await ownersPages();
    await logIn(context, owner, baseURL);
    for (const path of paths.filter((_, index) => index % PARTS === part)) {
      await test.step(path, async () => {
        await open(page, path);
        await expectNothing(page);
      });
    }
  });
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "with HTML alone", () => {
    test.use({ javaScriptEnabled });

    test("one logs out from the console", async ({ page, context, baseURL }) => {
      const { owner } = await ownersPages();
      await logIn(context, owner, baseURL);
      await page.goto("/admin/user");
      if (javaScriptEnabled) await hydrated(page);
      await page.getByRole("banner").getByRole("button", { name: "退出", exact: true }).click();
      await expect(page.getByText("已退出登录")).toBeVisible();
      await expect(page).toHaveURL("/");
      expect((await context.cookies()).some(({ name }) => name === "token")).toBe(false);
    });
  });
}

test("every page of the console opens at its top, with its entry of the menu in view", async ({
  page,
  context,
  baseURL,
}) => {
  await saveData(page);
  const { owner } = await ownersPages();
  await proveAgain(owner);
  await logIn(context, owner, baseURL);
  await page.setViewportSize({ width: 1280, height: 600 });
  await open(page, "/admin");
  const menu = page.locator(".admin__side").getByRole("navigation", { name: "后台" });
  const entries = await menu.locator("a").evaluateAll((all) => all.map((entry) => entry.getAttribute("href") ?? ""));
  expect(entries.length).toBeGreaterThan(20);
  // Those that are below the window.
  for (const path of entries.slice(-4)) {
    await test.step(path, async () => {
      await open(page, path);
      await expect(menu.locator("[aria-current]")).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => scrollY)).toBe(0);
    });
  }
});

test("the two dates of the log's filter are equally wide, and on a phone each has its own row", async ({
  page,
  context,
  baseURL,
}) => {
  const { owner } = await ownersPages();
  await logIn(context, owner, baseURL);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 780 });
    await open(page, "/admin/log");
    const [from, to] = await Promise.all(
      ["从", "到"].map((day) => page.getByRole("search").getByLabel(day, { exact: true }).boundingBox()),
    );
    expect(from?.width).toBe(to?.width);
    expect(from?.y === to?.y).toBe(width === 1280);
  }
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

  test("the console's pages are complete, and none is wider than a narrow phone", async ({
    page,
    context,
    baseURL,
  }) => {
    const { owner, paths } = await ownersPages();
    await logIn(context, owner, baseURL);
    for (const path of paths) {
      const answer = await page.goto(path, { waitUntil: "domcontentloaded" });
      expect.soft(answer?.status(), path).toBe(path === MISSING ? 404 : 200);
      await expect.soft(page.getByRole("heading", { level: 1 }), path).toHaveCount(1);
      const { scrollWidth, clientWidth, mute } = await page.locator("html").evaluate((html) => ({
        scrollWidth: html.scrollWidth,
        clientWidth: html.clientWidth,
        // A form that only scripts could send.
        mute: [...html.querySelectorAll("main form")].filter((form) => !form.querySelector("[type=submit]")).length,
      }));
      expect.soft(scrollWidth, path).toBeLessThanOrEqual(clientWidth);
      expect.soft(mute, path).toBe(0);
    }
  });
});
