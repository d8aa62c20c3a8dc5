import { expect, type Page, test } from "@playwright/test";
import { OWN_CONTEXT } from "#tests/e2e/support/own-context";
import { hydrated, open } from "#tests/e2e/support/page-errors";

test.use(OWN_CONTEXT);

const PAGE = "/_dev/render-test";
const told = (page: Page) => page.locator("main dt", { hasText: "设备" }).locator("+ dd");

const AGENTS = {
  iphone:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
  androidTablet:
    "Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
  mac: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
  windows:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
  crawler: "Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)",
};

for (const [agent, expected] of [
  ["iphone", "mobile / ios / Mobile Safari / 人 / 窄屏"],
  ["androidTablet", "tablet / android / Chrome / 人 / 宽屏"],
  ["mac", "desktop / macos / Safari / 人 / 宽屏"],
  ["windows", "desktop / windows / Chrome / 人 / 宽屏"],
  ["crawler", "desktop / other / Unknown / 爬虫 / 宽屏"],
] as const) {
  test.describe(agent, () => {
    test.use({ userAgent: AGENTS[agent], javaScriptEnabled: false });
    test("the device is determined from the user agent on the server", async ({ page }) => {
      await page.goto(PAGE);
      await expect(told(page)).toHaveText(expected);
    });
  });
}

test("the window is measured 50 ms after a resize, not before", async ({ page }) => {
  const now = new Date("2026-11-20T08:00:00Z");
  await page.clock.install({ time: now });
  await page.clock.pauseAt(new Date(now.getTime() + 1_000));
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(PAGE);
  await page.keyboard.press("Shift");
  await hydrated(page);
  await expect(told(page)).toContainText("宽屏");

  await resize(page, 360);
  await page.clock.runFor(40);
  await expect(told(page)).toContainText("宽屏");
  // A continuing resize postpones it.
  await resize(page, 400);
  await page.clock.runFor(40);
  await expect(told(page)).toContainText("宽屏");
  await page.clock.runFor(20);
  await expect(told(page)).toContainText("窄屏");

  await resize(page, 768);
  await page.clock.runFor(60);
  await expect(told(page)).toContainText("宽屏");
  await resize(page, 767);
  await page.clock.runFor(60);
  await expect(told(page)).toContainText("窄屏");
});

/** Resizes and waits until the page has handled it. */
async function resize(page: Page, width: number): Promise<void> {
  const heard = page.evaluate(() =>
    new Promise((done) => addEventListener("resize", done, { once: true })).then(() => 0),
  );
  await page.setViewportSize({ width, height: 720 });
  await heard;
}

test.describe("an iPad that poses as a Mac", () => {
  test.use({ userAgent: AGENTS.mac, hasTouch: true });
  test("is recognized by its touch points", async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, "maxTouchPoints", { get: () => 5 }));
    await page.goto(PAGE);
    await hydrated(page);
    await expect(told(page)).toHaveText("tablet / ios / Safari / 人 / 宽屏");
  });
});

test.describe("a Mac", () => {
  test.use({ userAgent: AGENTS.mac });
  test("is not taken for an iPad", async ({ page }) => {
    await open(page, PAGE);
    await expect(told(page)).toHaveText("desktop / macos / Safari / 人 / 宽屏");
  });
});
