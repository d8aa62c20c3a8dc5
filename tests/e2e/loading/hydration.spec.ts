import { test as base, expect, type Page } from "@playwright/test";
import { PAGE_KINDS } from "#tests/e2e/support/browser-pages";
import { holdFiles, holdScripts } from "#tests/e2e/support/hold-scripts";
import { logIn, newMember } from "#tests/e2e/support/member";
import { documentsOf, hydrated, open, scriptsOf, takenOver, watch } from "#tests/e2e/support/page-errors";
import { breakLayout } from "#tests/framework/remix-in-page";

/** `plain`: a reader without scripts. */
const test = base.extend<object, { plain: Page }>({
  plain: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ javaScriptEnabled: false, locale: "zh-CN" });
      await use(await context.newPage());
      await context.close();
    },
    { scope: "worker" },
  ],
});

for (const { name, path } of PAGE_KINDS) {
  test(`${name}: complete without scripts, and hydrated without an error`, async ({ plain, page, request }) => {
    const where = await path(request);
    const complaints = await watch(page);
    await open(page, where);
    const heading = page.locator("main h1").first();
    const taken = await heading.innerText();

    await plain.goto(new URL(where, page.url()).href);
    await expect(plain.locator("main")).toHaveCount(1);
    expect(await plain.locator("main h1").first().innerText()).toBe(taken);
    const words = (text: string) => text.replace(/\s+/g, "").length;
    const written = words(await plain.locator("main").innerText());
    const shown = words(await page.locator("main").innerText());
    // Nearly all of it: controls that need scripts are hidden without them.
    expect(written).toBeGreaterThan(shown * 0.9);
    expect(complaints).toEqual([]);
  });
}

/** Resolves when the page is idle, without waiting for a frame. */
const idle = (page: Page) => page.evaluate(() => new Promise<void>((resolve) => setTimeout(() => setTimeout(resolve))));

test("nothing of the framework is fetched before a member's page has loaded", async ({ page, context, baseURL }) => {
  await logIn(context, await newMember(), baseURL);
  const scripts = scriptsOf(page);
  const release = await holdFiles(page, "**/*.css");
  const asked = page.waitForRequest("**/*.css");
  await page.goto("/question", { waitUntil: "commit" });
  await asked;
  await idle(page);
  expect(await page.locator("script[src], link[rel=modulepreload]").count()).toBe(0);
  expect(scripts).toEqual([]);
  release();
  await takenOver(page);
  const begun = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const starts = (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith(".js"))
      .map(({ startTime }) => startTime);
    return { loaded: navigation?.loadEventStart ?? 0, first: Math.min(...starts), count: starts.length };
  });
  expect(begun.count).toBeGreaterThan(3);
  expect(begun.first).toBeGreaterThanOrEqual(begun.loaded);
});

test("a number typed before the scripts load stays in the login form, whichever tab is chosen then", async ({
  page,
}) => {
  const release = await holdScripts(page);
  await page.goto("/login");
  const field = page.getByRole("main").getByLabel("手机号");
  await field.fill("13900000009");
  release();
  await hydrated(page);
  await expect(field).toHaveValue("13900000009");
  await page.getByRole("main").getByRole("button", { name: "登录", exact: true }).last().click();
  await expect(page.getByText("请输入6位数字验证码").or(page.locator("[aria-invalid=true]")).first()).toBeVisible();
  await expect(field).toHaveValue("13900000009");
  await page.getByRole("link", { name: "密码登录" }).click();
  await expect(field).toHaveValue("13900000009");
});

test("the first interaction does not wait for the page's load event", async ({ page }) => {
  const scripts = scriptsOf(page);
  // A slow picture delays the page's load event.
  await page.route("**/favicon.svg", (route) => route.continue());
  const release = await holdFiles(page, /\.(?:svg|png|jpe?g|webp)(?:\?|$)|\/oss\//);
  await page.goto("/case", { waitUntil: "domcontentloaded" });
  await idle(page);
  expect(await page.evaluate(() => document.readyState)).toBe("interactive");
  expect(scripts).toEqual([]);
  await page.keyboard.press("Tab");
  await hydrated(page);
  expect(scripts.length).toBeGreaterThan(3);
  release();
});

test("a click before React has begun starts hydration, and counts", async ({ page }) => {
  const complaints = await watch(page);
  const documents = documentsOf(page);
  // React begins with a message to itself, which this browser delays.
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function late(this: MessagePort, message: unknown) {
      MessagePort.prototype.postMessage = post;
      Object.assign(window, { held: () => post.call(this, message) });
    };
  });
  await page.goto("/question");
  await page.keyboard.press("Shift");
  await page.waitForFunction(() => "held" in window);
  await page.getByRole("link", { name: "关于我们" }).first().click();
  await expect(page).toHaveURL(/\/about$/);
  expect(complaints).toEqual([]);
  await page.evaluate(() => (window as unknown as { held: () => void }).held());
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("关于我们");
  await hydrated(page);
  expect(documents).toEqual(["/question"]);
  expect(complaints).toEqual([]);
});

test("if the layout itself fails, the page says so in Chinese, without details of the error", async ({ page }) => {
  await page.addInitScript(breakLayout, "a secret of the layout");
  await page.goto("/about");
  await page.keyboard.press("Shift");
  await expect(page).toHaveTitle("页面出错了");
  await expect(page.locator("body")).toHaveText("页面出错了，请重新加载。");
  await expect(page.getByRole("link", { name: "重新加载" })).toHaveAttribute("href", "");
});
