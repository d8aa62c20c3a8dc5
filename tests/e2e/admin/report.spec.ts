import { expect, type Page, test } from "@playwright/test";
import { demoDatabase } from "#tests/e2e/support/demo-database";
import { logIn, newMember } from "#tests/e2e/support/member";
import { hydrated, watch } from "#tests/e2e/support/page-errors";
import { publishArticle, unique } from "#tests/e2e/support/publish";
import { grantRole } from "#upstream/policy/staff-roles";

// They share one queue, in which only one test's articles can be first.
test.describe.configure({ mode: "serial" });

/** More than for any item of the demo data. */
const REPORTERS = 12;

/** A moderator, and reported articles of another member that are first in the queue. */
async function queueOf(titles: readonly string[], baseURL: string | undefined) {
  const [moderator, author] = [await newMember(), await newMember()];
  const reporters = await Promise.all(Array.from({ length: REPORTERS }, () => newMember()));
  for (const title of titles) await publishArticle(author, baseURL, title);
  const { db } = await demoDatabase();
  await grantRole(db, { userId: moderator.userId, role: "moderator", by: null, at: new Date().toISOString() });
  const ids: number[] = [];
  for (const [at, title] of titles.entries()) {
    const { id } = await db.selectFrom("articles").select("id").where("title", "=", title).executeTakeFirstOrThrow();
    for (const { userId } of reporters) {
      const report = { reporter_id: userId, target_kind: "article", target_id: id, reason: "illegal" } as const;
      await db
        .insertInto("reports")
        .values({ ...report, created_at: `2020-01-01T00:00:0${at}.000Z` })
        .execute();
    }
    ids.push(id);
  }
  return { moderator, ids };
}

/** States of the articles, and of their reports. */
async function statesOf(ids: readonly number[]): Promise<string[]> {
  const { db } = await demoDatabase();
  const rows = await db
    .selectFrom("articles as a")
    .innerJoin("reports as r", (join) => join.on("r.target_kind", "=", "article").onRef("r.target_id", "=", "a.id"))
    .select(["r.state", "a.removed_reason"])
    .where("a.id", "in", ids)
    .groupBy(["a.id", "r.state", "a.removed_reason"])
    .orderBy("a.id")
    .execute();
  return rows.map(({ state, removed_reason }) => (removed_reason ? `${state}: ${removed_reason}` : state));
}

const REASON = "upheld: 含有广告、招揽或重复发布的内容";
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("reports are handled by keyboard alone", async ({ page, context, baseURL }) => {
  const complaints = await watch(page);
  const titles = [1, 2, 3, 4].map((n) => unique(`被举报的第${n}篇`));
  const { moderator, ids } = await queueOf(titles, baseURL);
  await logIn(context, moderator, baseURL);
  await page.goto("/admin/report");
  await hydrated(page);
  const link = (n: number) => page.getByRole("link", { name: titles[n] ?? "", exact: true });

  await page.keyboard.press("j");
  await expect(link(0)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText(`文章：${titles[0]}`);

  // Kept; the next one opens.
  await page.keyboard.press("a");
  await expect(heading(page)).toHaveText(`文章：${titles[1]}`);
  expect(await statesOf(ids)).toEqual(["dismissed", "open", "open", "open"]);

  // Typed letters are not shortcuts.
  await expect(page.getByRole("button", { name: "举报不成立，保留" })).toBeEnabled();
  await page.keyboard.press("r");
  await expect(page.getByLabel("移除的原因")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.getByLabel("说明").focus();
  await page.keyboard.type("ajkx");
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText(`文章：${titles[2]}`);
  expect(await statesOf(ids)).toEqual(["dismissed", `${REASON}。ajkx`, "open", "open"]);
  await expect(page.getByLabel("说明")).toHaveValue("");

  // Two in the list at once.
  await page.keyboard.press("u");
  await expect(heading(page)).toHaveText("举报");
  for (const n of [2, 3]) {
    await link(n).focus();
    await page.keyboard.press("x");
  }
  await page.keyboard.press("a");
  await expect(page.getByText("已保留 2 份")).toBeVisible();
  expect(await statesOf(ids)).toEqual(["dismissed", `${REASON}。ajkx`, "dismissed", "dismissed"]);
  expect(complaints).toEqual([]);
});

test("a reported text is removed, and its author's page opened, by keyboard", async ({ page, context, baseURL }) => {
  const titles = [1, 2].map((n) => unique(`按键移除的第${n}篇`));
  const { moderator, ids } = await queueOf(titles, baseURL);
  await logIn(context, moderator, baseURL);
  await page.goto("/admin/report");
  await hydrated(page);
  const link = (n: number) => page.getByRole("link", { name: titles[n] ?? "", exact: true });
  await link(0).focus();
  await page.keyboard.press("h");
  await expect(page.getByLabel("移除的原因")).toBeFocused();
  for (const key of ["ArrowDown", "Tab", "Enter"]) await page.keyboard.press(key);
  await expect(page.getByText("已移除 1 份")).toBeVisible();
  expect(await statesOf(ids)).toEqual([REASON, "open"]);
  await link(1).focus();
  await page.keyboard.press("m");
  await expect(page).toHaveURL(/\/admin\/user\/\d+#impose-title$/);
});

test.describe("on a narrow phone without scripts", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

  test("a report is read and decided", async ({ page, context, baseURL }) => {
    const titles = [unique("手机上要移除的一篇")];
    const { moderator, ids } = await queueOf(titles, baseURL);
    const isNarrow = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await logIn(context, moderator, baseURL);
    await page.goto("/admin/report");
    await isNarrow();
    await page.getByRole("link", { name: titles[0] ?? "" }).click();
    await expect(heading(page)).toHaveText(`文章：${titles[0]}`);
    await isNarrow();
    await page.getByRole("button", { name: "举报成立，移除文章" }).click();
    await expect(page.getByText("请选择移除的原因，作者会看到")).toBeVisible();
    await page.getByLabel("移除的原因").selectOption({ label: "含有广告、招揽或重复发布的内容" });
    await page.getByRole("button", { name: "举报成立，移除文章" }).click();
    await expect(page.getByText("已移除 1 份")).toBeVisible();
    expect(await statesOf(ids)).toEqual([REASON]);
  });
});
