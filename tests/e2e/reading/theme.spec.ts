import { expect, type Page, test } from "@playwright/test";
import { open } from "#tests/e2e/support/page-errors";

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
const theme = (page: Page) => page.locator("html").getAttribute("data-theme");

async function choose(page: Page, label: "跟随系统" | "浅色" | "深色"): Promise<void> {
  await page.getByRole("button", { name: "外观" }).click();
  const choice = page.getByRole("button", { name: label });
  await choice.click();
  await expect(choice).toBeHidden();
}

/** Records the theme when the first paintable element is added to the document. */
async function noteThemeBeforePaint(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watcher = new MutationObserver(() => {
      if (!document.body) return;
      watcher.disconnect();
      (window as unknown as { themeAtFirst: string }).themeAtFirst = document.documentElement.dataset.theme ?? "";
    });
    watcher.observe(document, { childList: true, subtree: true });
  });
}
const themeAtFirst = (page: Page) => page.evaluate(() => (window as unknown as { themeAtFirst: string }).themeAtFirst);

test("the theme follows the device until one is chosen, and again on request", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await open(page, "/about");
  const light = await background(page);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await background(page);
  expect(dark).not.toBe(light);

  await choose(page, "浅色");
  expect(await background(page)).toBe(light);
  await choose(page, "深色");
  await page.emulateMedia({ colorScheme: "light" });
  expect(await background(page)).toBe(dark);
  await choose(page, "跟随系统");
  expect(await theme(page)).toBeNull();
  expect(await background(page)).toBe(light);
});

for (const [chosen, value, device] of [
  ["深色", "dark", "light"],
  ["浅色", "light", "dark"],
] as const) {
  test(`${chosen} survives a reload without a flash and is marked in the menu`, async ({ page }) => {
    await noteThemeBeforePaint(page);
    await page.emulateMedia({ colorScheme: device });
    await open(page, "/about");
    expect(await themeAtFirst(page)).toBe("");
    await choose(page, chosen);
    const shown = await background(page);

    await page.reload();
    expect(await themeAtFirst(page)).toBe(value);
    expect(await background(page)).toBe(shown);
    await open(page, "/question");
    expect(await themeAtFirst(page)).toBe(value);
    await page.getByRole("button", { name: "外观" }).click();
    await expect(page.getByRole("button", { name: chosen })).toHaveAttribute("aria-pressed", "true");
  });
}

test("a page that is shown again has the theme that was chosen meanwhile", async ({ page, context }) => {
  await open(page, "/about");
  const other = await context.newPage();
  await open(other, "/question");
  await choose(other, "深色");
  await other.close();
  // Tests' tabs are never hidden.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  expect(await theme(page)).toBe("dark");
});

test("the page is the same for everybody: cached pages and 304 responses show each reader's own theme", async ({
  page,
  browser,
}) => {
  const other = await (await browser.newContext()).newPage();
  await open(other, "/about");
  await choose(other, "深色");
  await open(page, "/about");
  await choose(page, "浅色");
  // A kept page is rendered anew once a minute, which may be now.
  await expect(async () => {
    const [mine, theirs] = await Promise.all([page, other].map(async (each) => (await each.reload())?.headers().etag));
    expect(mine).toBeTruthy();
    expect(theirs).toBe(mine);
    const again = await page.request.get("/about", { headers: { "if-none-match": mine ?? "" } });
    expect(again.status()).toBe(304);
  }).toPass();
  expect(await theme(page)).toBe("light");
  expect(await theme(other)).toBe("dark");
  await other.context().close();
});

test("without storage the choice lasts until the page is left, and nothing breaks", async ({ page }) => {
  const uncaught: string[] = [];
  page.on("pageerror", (error) => uncaught.push(error.message));
  await page.addInitScript(() => {
    for (const storage of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, storage, {
        get() {
          throw new DOMException("denied", "SecurityError");
        },
      });
  });
  await open(page, "/about");
  await choose(page, "深色");
  expect(await theme(page)).toBe("dark");
  await page.reload();
  expect(await theme(page)).toBeNull();
  expect(uncaught).toEqual([]);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false, colorScheme: "dark" });
  test("the device decides, and there is no switch", async ({ page, browser }) => {
    await page.goto("/about");
    await expect(page.getByRole("button", { name: "外观" })).toBeHidden();
    const light = await browser.newContext({ javaScriptEnabled: false, colorScheme: "light" });
    const lightPage = await light.newPage();
    await lightPage.goto("/about");
    expect(await page.locator("body").screenshot()).not.toEqual(await lightPage.locator("body").screenshot());
    await light.close();
  });
});
