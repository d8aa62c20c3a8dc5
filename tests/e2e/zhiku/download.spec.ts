import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { forgetLimits } from "#tests/e2e/support/browser-codes";
import { demoDatabase } from "#tests/e2e/support/demo-database";
import { logIn, type Member } from "#tests/e2e/support/member";
import { OWN_CONTEXT } from "#tests/e2e/support/own-context";
import { hydrated } from "#tests/e2e/support/page-errors";
import { type SlowSource, slowDown } from "#tests/e2e/support/slow-source";
import { newReader } from "#tests/e2e/support/zhiku-reader";

test.use(OWN_CONTEXT);

/** A paid report of the demo with an original. */
const REPORT = "中小企业软件定价调查：六十三份报价单里的规律";

/** Opens the report; returns its path. */
async function openReport(page: Page, { scripts = true } = {}): Promise<string> {
  await page.goto("/zhiku?type=report");
  const path = await page.getByRole("main").getByRole("link", { name: REPORT }).getAttribute("href");
  await page.goto(path ?? "");
  if (scripts) {
    await hydrated(page);
    // Its scripts are in a separate file; until it has loaded, the browser downloads as without scripts.
    const form = original(page).locator(".zhiku-download");
    const taken = () => form.evaluate((element) => Object.keys(element).some((key) => key.startsWith("__react")));
    await expect.poll(taken).toBe(true);
  }
  return path ?? "";
}

const original = (page: Page) =>
  page.getByRole("region", { name: "文件" }).getByRole("listitem").filter({ hasText: "原件" });

async function takeRightsAway({ userId }: Member): Promise<void> {
  const { db } = await demoDatabase();
  await db.deleteFrom("zhiku_rights").where("user_id", "=", userId).execute();
}

for (const width of [1280, 360]) {
  test.describe(`over a bad network, ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });
    let source: SlowSource;
    test.beforeEach(async ({ page, context, baseURL }) => {
      forgetLimits();
      await logIn(context, await newReader({ entitled: true }), baseURL);
      source = await slowDown(page, /\/original$/);
      await openReport(page);
    });
    test.afterEach(() => source.close());
    const progress = (page: Page) => original(page).getByRole("progressbar", { name: "下载进度" });
    const start = async (page: Page) => {
      await original(page).getByRole("button", { name: "下载", exact: true }).click();
      await expect(progress(page)).toHaveAttribute("value", "0");
    };
    /** The page is as before, so the download can be retried. */
    const isOver = async (page: Page) => {
      await expect(progress(page)).toHaveCount(0);
      await expect(original(page).getByRole("button", { name: "下载", exact: true })).toBeEnabled();
    };

    test("the progress is shown until the download is complete", async ({ page }) => {
      const saved = page.waitForEvent("download");
      await start(page);
      for (const percent of [20, 55, 90]) {
        await source.sendUpTo(percent);
        await expect(progress(page)).toHaveAttribute("value", String(percent));
        await expect(original(page).getByText(`${percent}%`)).toBeVisible();
      }
      const sideways = await page.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth);
      expect(sideways).toBeLessThanOrEqual(0);
      // It can't be started twice.
      await original(page).getByRole("button", { name: "正在下载" }).click({ force: true });
      await expect(progress(page)).toHaveAttribute("value", "90");
      await source.sendUpTo(100);
      const file = await saved;
      expect(file.suggestedFilename()).toBe(`${REPORT}.pdf`);
      expect((await readFile(await file.path())).equals(await source.bytes())).toBe(true);
      await expect(page.getByText("下载完成")).toBeVisible();
      await isOver(page);
    });

    test("an interrupted download is not saved, and reported", async ({ page }) => {
      let saved = false;
      page.on("download", () => {
        saved = true;
      });
      await start(page);
      await source.sendUpTo(40);
      await expect(progress(page)).toHaveAttribute("value", "40");
      await source.breakOff();
      await expect(page.getByText("网络出了点问题，请稍后重试")).toBeVisible();
      await isOver(page);
      expect(saved).toBe(false);
    });

    test("a download can be cancelled, also by keyboard", async ({ page }) => {
      await start(page);
      await source.sendUpTo(40);
      await original(page).getByRole("button", { name: "取消" }).press("Enter");
      await expect(page.getByText("已取消下载")).toBeVisible();
      await source.hungUp();
      await isOver(page);
      await expect(original(page).getByRole("button", { name: "下载", exact: true })).toBeFocused();
    });

    test("a download ends after five minutes, and says why", async ({ page }) => {
      await page.clock.install();
      await openReport(page);
      await start(page);
      await source.sendUpTo(40);
      await page.clock.fastForward("04:50");
      await source.sendUpTo(50);
      await expect(progress(page)).toHaveAttribute("value", "50");
      await page.clock.fastForward("00:15");
      await expect(page.getByText("下载超过 5 分钟，已经停止")).toBeVisible();
      await source.hungUp();
      await isOver(page);
    });
  });
}

for (const scripts of [true, false]) {
  test.describe(scripts ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled: scripts });

    test("an expired right leads to the paywall that explains it", async ({ page, context, baseURL }) => {
      forgetLimits();
      const reader = await newReader({ entitled: true });
      await logIn(context, reader, baseURL);
      const path = await openReport(page, { scripts });
      await takeRightsAway(reader);
      await original(page).getByRole("button", { name: "下载", exact: true }).click();
      await expect(page.getByRole("region", { name: "阅读全文" })).toBeVisible();
      if (scripts) await expect(page.getByText("现在不能下载了，原因写在文件上方")).toBeVisible();
      expect(page.url().replace(/#.*/, "")).toMatch(new RegExp(`${path}$`));
      await expect(page.getByRole("button", { name: "下载", exact: true })).toHaveCount(0);
    });

    test("a member who was logged out meanwhile logs in and returns", async ({ page, context, baseURL }) => {
      forgetLimits();
      await logIn(context, await newReader({ entitled: true }), baseURL);
      const path = await openReport(page, { scripts });
      await context.clearCookies();
      await original(page).getByRole("button", { name: "下载", exact: true }).click();
      await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`);
    });

    // As specified (NOT_LOGIN): zhiku's home page replaces a page that may no longer be read.
    test("a login that was ended elsewhere leads to zhiku's home page, and not back", async ({
      page,
      context,
      baseURL,
    }) => {
      forgetLimits();
      const reader = await newReader({ entitled: true });
      await logIn(context, reader, baseURL);
      await openReport(page, { scripts });
      // The reading position, sent in between, would be the first to learn that the login has ended.
      await page.route("**/zhiku/journey*", (route) => route.abort());
      const { db } = await demoDatabase();
      await db.deleteFrom("sessions").where("user_id", "=", reader.userId).execute();
      await original(page).getByRole("button", { name: "下载", exact: true }).click();
      await expect(page).toHaveURL("/zhiku");
      expect(await context.cookies().then((all) => all.some(({ name }) => name === "token"))).toBe(false);
    });
  });
}
