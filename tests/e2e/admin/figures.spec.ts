import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { expectNothing } from "#tests/e2e/support/axe-violations";
import { demoDatabase } from "#tests/e2e/support/demo-database";
import { logIn, type Member, newMember } from "#tests/e2e/support/member";
import { hydrated, watch } from "#tests/e2e/support/page-errors";
import { addUp } from "#upstream/modules/figures/steps";
import { grantRole } from "#upstream/policy/staff-roles";

/** Long before the demo data begins, so that no other test uses it. */
const FEBRUARY = "/admin/figures?from=2020-02-01&to=2020-02-29&step=week";
const ROWS = [
  ["2020-01-15", "visit.anonymous", 1_000],
  ["2020-02-03", "visit.anonymous", 1_234],
  ["2020-02-12", "visit.anonymous", 66],
  ["2020-02-12", "page.read", 2_000],
  ["2020-02-12", "page.kept", 1_500],
  ["2020-02-12", "zhiku.wall", 400],
  ["2020-02-12", "zhiku.rights", 100],
  ["2020-02-12", "order.new", 10],
  ["2020-02-12", "sms.sent", 290],
] as const;

/** A staff member who may see figures, and test data for them. */
async function auditor(): Promise<Member> {
  const member = await newMember();
  const { db } = await demoDatabase();
  await grantRole(db, { userId: member.userId, role: "auditor", by: null, at: new Date().toISOString() });
  await db
    .insertInto("metrics_daily")
    .values(ROWS.map(([day, key, value]) => ({ day, key, value })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await addUp(
    db,
    ROWS.map(([day, key]) => ({ day, key })),
  );
  await db
    .insertInto("search_misses")
    .values({ day: "2020-02-12", word: "搜不到的犰狳", times: 3 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return member;
}

const group = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test("statistics are charts with tables, for a period chosen by links or a form", async ({
      page,
      context,
      baseURL,
    }) => {
      const complaints = await watch(page);
      await logIn(context, await auditor(), baseURL);
      await page.goto(FEBRUARY);
      if (javaScriptEnabled) await hydrated(page);
      const traffic = group(page, "访问");
      await expect(
        traffic.getByRole("img", { name: "访客看的页面，2020-01-27 到 2020-02-24，最高 1,234" }),
      ).toBeVisible();
      await expect(traffic.getByText("前期 1,000，+30%")).toBeVisible();
      await expect(traffic.getByText("75%", { exact: true }).first()).toBeVisible();
      await expect(traffic.getByRole("table")).toBeHidden();
      await traffic.getByText("访问的表格").click();
      await expect(traffic.getByRole("row", { name: "2020-02-10 66" })).toBeVisible();
      const funnel = page.getByRole("region", { name: "从付费墙到阅读" }).first();
      await expect(funnel.getByRole("row", { name: "打开权益页 100 25%" })).toBeVisible();
      await expect(funnel.getByRole("row", { name: "下单 10 10%" })).toBeVisible();
      await expect(page.getByText("搜不到的犰狳")).toBeVisible();
      await expect(group(page, "登录、短信、邮件与微信消息").getByText("平均每天 10 条")).toBeVisible();

      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: "导出 CSV" }).click();
      const file = readFileSync(await (await download).path(), "utf8");
      expect(file).toContain("访客看的页面");
      expect(file).toContain('"75.00%"');

      const days = page.getByRole("navigation", { name: "时间" });
      await days.getByRole("link", { name: "7 天", exact: true }).click();
      await expect(days.getByRole("link", { name: "7 天", exact: true })).toHaveAttribute("aria-current", "page");
      await expect(page.getByText("搜不到的犰狳")).toBeHidden();
      await expect(page.getByLabel("汇总")).toHaveValue("day");

      await page.getByLabel("从", { exact: true }).fill("2020-02-29");
      await page.getByLabel("到", { exact: true }).fill("2020-02-01");
      await page.getByRole("button", { name: "查看" }).click();
      await expect(page.getByText("结束不能早于开始")).toBeVisible();
      await expect(page.getByLabel("从", { exact: true })).toHaveValue("2020-02-29");
      await page.getByLabel("从", { exact: true }).fill("2020-02-01");
      await page.getByLabel("到", { exact: true }).fill("2020-02-29");
      await page.getByLabel("汇总").selectOption("month");
      await page.getByRole("button", { name: "查看" }).click();
      await expect(
        page.getByRole("img", { name: /^访客看的页面，2020-02-01 到 2020-02-01，最高 1,300/ }),
      ).toBeVisible();
      expect(complaints).toEqual([]);
    });

    test("the start page lists what is new until it is marked as seen", async ({ page, context, baseURL }) => {
      const complaints = await watch(page);
      await logIn(context, await auditor(), baseURL);
      await newMember();
      await page.goto("/admin");
      if (javaScriptEnabled) await hydrated(page);
      await expect(page.getByRole("region", { name: "今天的状况" })).toBeVisible();
      await expect(page.getByRole("region", { name: "最近七天" }).getByRole("img")).not.toHaveCount(0);
      const news = page.getByRole("region", { name: /^自 .* 以来$/ });
      await expect(news.getByRole("link", { name: /新用户/ })).toBeVisible();
      await news.getByRole("button", { name: "都看过了" }).click();
      await expect(page.getByText("好，从现在算起").first()).toBeVisible();
      await page.reload();
      await newMember();
      await page.reload();
      await expect(news.getByRole("link", { name: /新用户/ })).toBeVisible();
      expect(complaints).toEqual([]);
    });
  });
}

test.describe("in both widths and themes", () => {
  test.describe.configure({ timeout: 120_000 });

  test("charts with open tables are legible, fit the page, and have enough contrast", async ({
    page,
    context,
    baseURL,
  }) => {
    await logIn(context, await auditor(), baseURL);
    for (const path of [FEBRUARY, "/admin"]) {
      await page.goto(path);
      await hydrated(page);
      for (const summary of await page.locator("main details > summary").all()) await summary.click();
      await expectNothing(page);
      await page.setViewportSize({ width: 360, height: 740 });
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        const { scrollWidth, clientWidth } = await page.locator("html").evaluate((html) => ({
          scrollWidth: html.scrollWidth,
          clientWidth: html.clientWidth,
        }));
        expect(scrollWidth, `${path}, ${colorScheme}`).toBeLessThanOrEqual(clientWidth);
        const [bar, behind] = await page
          .locator(".figure__plot")
          .first()
          .evaluate((plot) => [
            getComputedStyle(plot).fill,
            getComputedStyle(plot.closest(".admin-panel") as Element).backgroundColor,
          ]);
        expect(contrast(bar ?? "", behind ?? ""), `${path}, ${colorScheme}`).toBeGreaterThan(3);
      }
    }
  });
});

/** WCAG contrast of two colours, each `rgb(r, g, b)`. */
function contrast(one: string, other: string): number {
  const luminance = (color: string) => {
    const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map((part) => {
      const value = Number(part) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}
