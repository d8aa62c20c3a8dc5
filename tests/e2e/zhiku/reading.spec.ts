import { readFile } from "node:fs/promises";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { forgetLimits } from "#tests/e2e/support/browser-codes";
import { logIn } from "#tests/e2e/support/member";
import { hydrated } from "#tests/e2e/support/page-errors";
import { newReader } from "#tests/e2e/support/zhiku-reader";

/** A paid report of the demo with an original and a PDF, a spreadsheet and a picture beside it. */
const REPORT = "中小企业软件定价调查：六十三份报价单里的规律";
const PROFILE = { 姓名: "林知远", 公司: "某某科技有限公司", 部门: "产品部", 职位: "产品经理", 邮箱: "lin@example.com" };

/** No horizontal scrolling. */
async function fits(page: Page): Promise<void> {
  const sideways = await page.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth);
  expect(sideways, page.url()).toBeLessThanOrEqual(0);
}

/** The site's response for an object URL, in any window. */
const sent = (context: BrowserContext, path: RegExp) =>
  context.waitForEvent("response", (response) => path.test(response.url()) && response.status() < 300);

for (const scripts of [true, false]) {
  test.describe(scripts ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled: scripts });
    test.describe.configure({ timeout: 90_000 });
    test.beforeEach(() => forgetLimits());
    /**
     * Widths only affect styles, which are the same without scripts: each is tested wide with one, narrow with the
     * other.
     */
    const size = (page: Page, widths: readonly [withScripts: number, without: number]) =>
      page.setViewportSize({ width: widths[scripts ? 0 : 1], height: 800 });
    const main = (page: Page) => page.getByRole("main");
    const title = (page: Page) => main(page).getByRole("heading", { level: 1 });
    const go = async (page: Page, path: string) => {
      await page.goto(path);
      if (scripts) await hydrated(page);
      await fits(page);
    };
    const openReport = async (page: Page) => {
      await go(page, "/zhiku?type=report");
      await main(page).getByRole("link", { name: REPORT }).click();
      await expect(title(page)).toHaveText(REPORT);
      await fits(page);
    };

    test("a reader reads, continues, saves a favourite and clears the history", async ({ page, context, baseURL }) => {
      await size(page, [1280, 360]);
      await logIn(context, await newReader({ entitled: true, favorites: 24 }), baseURL);
      await go(page, "/zhiku");
      await main(page).getByRole("link", { name: "产品与增长", exact: true }).first().click();
      await expect(title(page)).toHaveText("产品与增长");
      const reports = page.getByRole("navigation", { name: "类型" }).getByRole("link", { name: "报告" });
      await reports.click();
      await expect(page).toHaveURL(/type=report/);
      await expect(reports).toHaveAttribute("aria-current", "page");
      await main(page).getByRole("link", { name: REPORT }).click();
      await expect(title(page)).toHaveText(REPORT);
      await expect(main(page).getByRole("region", { name: "阅读全文" })).toHaveCount(0);

      const contents = page.getByRole("navigation", { name: "目录" }).filter({ visible: true });
      if ((await contents.count()) === 0) await main(page).locator("summary", { hasText: "目录" }).click();
      const entry = contents.getByRole("link").nth(3);
      const heading = (await entry.innerText()).trim();
      await entry.click();
      await expect(page).toHaveURL(/#./);
      await expect(main(page).getByRole("heading", { name: heading })).toBeInViewport();
      await fits(page);

      // The script that reports it is in a separate file.
      if (scripts) await page.waitForLoadState("networkidle");
      // Leaving reports the progress; without scripts, only the visit.
      await page.getByRole("navigation", { name: "知库导航" }).getByRole("link", { name: /历史$/ }).click();
      await expect(title(page)).toHaveText("阅读历史");
      const item = main(page).getByRole("listitem").filter({ hasText: REPORT });
      if (scripts) {
        // What is reported while leaving may arrive after the next page.
        await expect(async () => {
          await page.reload();
          await expect(item).toContainText(/读到 [1-9]\d?%/, { timeout: 500 });
        }).toPass();
        await hydrated(page);
      } else await expect(item).toContainText("打开过");
      await item.getByRole("link", { name: REPORT }).click();
      await expect(title(page)).toHaveText(REPORT);
      if (scripts) {
        // Not on paper.
        await page.emulateMedia({ media: "print" });
        await expect(page.getByText("上次读到")).toBeHidden();
        await page.emulateMedia({ media: null });
        await page.getByRole("button", { name: "继续阅读" }).click();
        await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(400);
      }

      // What is shown at once may not be stored yet, and a page that is opened by its address does not wait for it.
      const stored = page.waitForResponse((response) => response.request().method() === "POST");
      await main(page).getByRole("button", { name: /收藏/ }).first().click();
      await stored;
      await expect(
        main(page)
          .getByRole("button", { name: /已收藏/ })
          .first(),
      ).toBeVisible();
      await go(page, "/zhiku/favorites");
      const kept = main(page).locator("li.item");
      await expect(kept.first()).toContainText(REPORT);
      await expect(kept).toHaveCount(20);
      await page.getByRole("navigation", { name: "分页" }).getByRole("link", { name: "下一页" }).click();
      await expect(page).toHaveURL(/page=2/);
      await expect(kept).toHaveCount(5);
      await go(page, "/zhiku/favorites");
      await kept.first().getByRole("button", { name: /收藏/ }).click();
      await expect(kept.filter({ hasText: REPORT })).toHaveCount(0);

      await go(page, "/zhiku");
      // Scripts report a reading once the document has loaded.
      const told = scripts && page.waitForResponse((answer) => answer.url().endsWith("/zhiku/journey"));
      await main(page).locator("li.item").first().getByRole("link").first().click();
      await expect(main(page).locator("#zhiku-text")).toBeVisible();
      await told;
      await go(page, "/zhiku/history");
      const read = main(page).locator("li.item");
      await expect(read).toHaveCount(2);
      await main(page)
        .getByRole("button", { name: `移除 ${REPORT}` })
        .click();
      await expect(page.getByText("已从阅读历史中移除").first()).toBeVisible();
      await expect(read).toHaveCount(1);
      await main(page).locator("summary", { hasText: "清空" }).click();
      await fits(page);
      await main(page).getByRole("button", { name: "确定清空" }).click();
      await expect(main(page).getByText("还没有读过知库里的资料")).toBeVisible();
    });

    test("a reader previews and downloads files", async ({ page, context, baseURL }) => {
      await size(page, [360, 1280]);
      await logIn(context, await newReader({ entitled: true }), baseURL);
      await openReport(page);
      if (scripts) await hydrated(page);
      const files = main(page).getByRole("region", { name: "文件" });
      const file = (ending: string) => files.getByRole("listitem").filter({ hasText: ending });

      const previewed = sent(context, /\/oss\/preview\//);
      const viewer = context.waitForEvent("page");
      await file("附件")
        .or(file("下载"))
        .filter({ hasText: ".pdf" })
        .last()
        .getByRole("button", { name: "预览" })
        .click();
      const preview = await previewed;
      expect(preview.headers()["content-type"]).toBe("application/pdf");
      expect(preview.headers()["content-disposition"] ?? "inline").toMatch(/^inline/);

      await (await viewer).close();

      const opened = context.waitForEvent("page");
      await file("（图）.png").getByRole("button", { name: "预览" }).click();
      const picture = await opened;
      await picture.waitForURL(/\/oss\//);
      expect(await picture.evaluate(() => document.images[0]?.naturalWidth)).toBeGreaterThan(100);
      await picture.close();

      const loaded = page.waitForEvent("download");
      await file("原件").getByRole("button", { name: "下载" }).click();
      const original = await loaded;
      expect(original.suggestedFilename()).toBe(`${REPORT}.pdf`);
      const bytes = await readFile(await original.path());
      expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
      expect(page.url()).toContain("/zhiku/article/");

      const taken = page.waitForEvent("download");
      await file(".xlsx").getByRole("button", { name: "下载" }).click();
      const sheet = await taken;
      expect(sheet.suggestedFilename()).toBe(`${REPORT}（数据）.xlsx`);
      const whole = await readFile(await sheet.path());
      // An interrupted download resumes.
      const part = await page.request.get(sheet.url(), { headers: { range: "bytes=100-199" } });
      expect([part.status(), part.headers()["content-range"]]).toEqual([206, `bytes 100-199/${whole.length}`]);
      expect((await part.body()).equals(whole.subarray(100, 200))).toBe(true);
    });

    test("search, with the missing profile completed on the way", async ({ page, context, baseURL }) => {
      await size(page, [1280, 360]);
      await go(page, "/zhiku/search?q=定价");
      await expect(page).toHaveURL("/zhiku");
      await logIn(context, await newReader({ profile: "none" }), baseURL);
      await go(page, "/zhiku/search?q=定价");
      await expect(title(page)).toHaveText("请先完善职业信息");
      await main(page).getByRole("link", { name: "去填写" }).click();
      if (scripts) await expect(page.getByLabel("姓名")).toBeVisible();
      for (const [label, value] of Object.entries(PROFILE)) await page.getByLabel(label).fill(value);
      await page.getByRole("button", { name: "保存" }).click();
      await expect(page).toHaveURL(`/zhiku/search?q=${encodeURIComponent("定价")}`);

      const hits = main(page).locator("li.item");
      await expect(hits.first().locator("mark").first()).toHaveText("定价");
      const total = await hits.count();
      const reports = page.getByRole("navigation", { name: "类型" }).getByRole("link", { name: "报告" });
      await reports.click();
      // The URL changes before the links derived from it.
      await expect(reports).toHaveAttribute("aria-current", "page");
      await page.getByRole("navigation", { name: "分类" }).getByRole("link", { name: "产品与增长" }).click();
      await expect(page).toHaveURL(/class=\d+&type=report/);
      await expect(hits.filter({ hasText: REPORT })).toHaveCount(1);
      expect(await hits.count()).toBeLessThan(total + 1);
      const words = main(page).getByRole("searchbox", { name: "搜索" });
      await words.fill("查无此词甲乙丙");
      await words.press("Enter");
      await expect(main(page).getByText("这里没有找到")).toBeVisible();
      await fits(page);

      await go(page, "/zhiku/search");
      const recent = main(page).getByRole("region", { name: "最近搜过" });
      await recent.getByRole("link", { name: "定价", exact: true }).click();
      await expect(hits).toHaveCount(total);
      await go(page, "/zhiku/search");
      await recent.getByRole("button", { name: "清空" }).click();
      await expect(recent).toHaveCount(0);
    });

    test("a refused profile, then the paywall, then a cancelled order", async ({ page, context, baseURL }) => {
      await size(page, [360, 1280]);
      const refused = "公司名称与邮箱后缀对不上";
      await logIn(context, await newReader({ profile: { refused } }), baseURL);
      await openReport(page);
      const wall = main(page).getByRole("region", { name: "阅读全文" });
      await wall.getByRole("link", { name: "修改职业信息" }).click();
      await expect(page.getByText(refused)).toBeVisible();
      if (scripts) await hydrated(page);
      await page.getByRole("button", { name: "保存" }).click();
      await expect(page.getByText("还没有改动")).toBeVisible();
      await page.getByLabel("公司").fill("某某科技有限公司");
      await page.getByRole("button", { name: "保存" }).click();
      await expect(title(page)).toHaveText(REPORT);

      await expect(main(page).getByRole("button", { name: "下载" })).toHaveCount(0);
      await wall.getByRole("link", { name: "查看权益与价格" }).click();
      await expect(title(page)).toContainText("权益");
      await fits(page);
      await page.getByRole("link", { name: "选择知库全库月卡" }).click();
      await page.getByRole("button", { name: "购买知库全库月卡" }).click();
      await expect(page.getByRole("img", { name: "微信支付二维码" })).toBeVisible();
      await fits(page);
      await main(page).locator("summary", { hasText: "取消订单" }).click();
      await page.getByRole("button", { name: "确定取消" }).click();
      await expect(main(page).getByText("不会扣款")).toBeVisible();
      await expect(page.getByText("订单已取消").first()).toBeVisible();
      await main(page).getByRole("link", { name: "重新购买" }).click();
      await expect(title(page)).toContainText("权益");

      await go(page, "/zhiku/article");
      await expect(page).toHaveURL("/zhiku/error/403");
      await expect(main(page).getByRole("link", { name: "查看权益与价格" })).toBeVisible();
      await go(page, "/zhiku/article/nosuchdocument");
      await expect(page).toHaveURL("/zhiku/error/404");
      await expect(main(page).getByRole("link", { name: "回知库首页" })).toBeVisible();
    });
  });
}
