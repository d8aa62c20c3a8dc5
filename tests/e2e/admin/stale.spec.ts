import { expect, test } from "@playwright/test";
import { demoDatabase } from "#tests/e2e/support/demo-database";
import { logIn, newMember } from "#tests/e2e/support/member";
import { hydrated, watch } from "#tests/e2e/support/page-errors";
import { unique } from "#tests/e2e/support/publish";
import { grantRole } from "#upstream/policy/staff-roles";

test("of two concurrent staff edits, the second sees the first one's content beside their own, and may overwrite it", async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const complaints = await watch(page);
  const { db } = await demoDatabase();
  const [first, second] = [await newMember(), await newMember()];
  for (const { userId } of [first, second]) {
    await grantRole(db, { userId, role: "editor", by: null, at: new Date().toISOString() });
  }
  const elsewhere = await browser.newContext();
  await logIn(context, first, baseURL);
  await logIn(elsewhere, second, baseURL);

  await page.goto("/admin/announcement/new");
  await hydrated(page);
  const title = unique("两个人改的公告");
  await page.getByLabel("标题", { exact: true }).fill(title);
  await page.locator("main textarea[name=content]").fill("原来的话");
  await page.getByRole("button", { name: "发布", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/announcement\/\d+/);

  const late = await elsewhere.newPage();
  await late.goto(page.url());
  await hydrated(late);
  const save = (tab: typeof page) => tab.locator("main button[name=intent][value=save]").click();
  await page.locator("main textarea[name=content]").fill("第一个人写下的话");
  await save(page);
  await expect(page.getByText("已保存").first()).toBeVisible();

  await late.locator("main textarea[name=content]").fill("第二个人写下的话");
  await save(late);
  await expect(late.locator("main details", { hasText: "别人刚才保存的内容" })).toContainText("第一个人写下的话");
  await expect(late.locator("main textarea[name=content]")).toHaveValue("第二个人写下的话");
  await save(late);
  await expect(late.getByText("已保存").first()).toBeVisible();
  await expect(late.locator("main textarea[name=content]")).toHaveValue("第二个人写下的话");
  // Without a network the form stays with what was typed.
  await late.locator("main textarea[name=content]").fill("没有网络的时候写的话");
  await elsewhere.setOffline(true);
  await save(late);
  await expect(late.locator("main").getByText("网络出了点问题，请稍后重试")).toBeVisible();
  await expect(late.locator("main textarea[name=content]")).toHaveValue("没有网络的时候写的话");
  await elsewhere.close();
  expect(complaints.filter((one) => !one.includes("409"))).toEqual([]);
});

test("what was published and saved is not offered again as unsent, not even after somebody else's change", async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const { db } = await demoDatabase();
  const [first, second] = [await newMember(), await newMember()];
  for (const { userId } of [first, second]) {
    await grantRole(db, { userId, role: "editor", by: null, at: new Date().toISOString() });
  }
  const elsewhere = await browser.newContext();
  await logIn(context, first, baseURL);
  await logIn(elsewhere, second, baseURL);
  const title = unique("先写一半的公告");
  const unsent = page.getByText("还没有提交的内容");
  const kept = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("unsent:")));

  await page.goto("/admin/announcement/new");
  await hydrated(page);
  await page.getByLabel("标题", { exact: true }).fill(title);
  await expect.poll(kept).toHaveLength(1);
  await page.reload();
  await expect(unsent).toBeVisible();
  await page.locator("main textarea[name=content]").fill("写完的话");
  await page.getByRole("button", { name: "发布", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/announcement\/\d+/);
  await expect(unsent).toHaveCount(0);
  expect(await kept()).toEqual([]);

  const content = page.locator("main textarea[name=content]");
  await content.fill("第一个人写下的话");
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await expect(page.getByText("已保存").first()).toBeVisible();
  const other = await elsewhere.newPage();
  await other.goto(page.url());
  await hydrated(other);
  await other.locator("main textarea[name=content]").fill("第二个人写下的话");
  await other.getByRole("button", { name: "保存", exact: true }).click();
  await expect(other.getByText("已保存").first()).toBeVisible();
  await elsewhere.close();
  await page.reload();
  await hydrated(page);
  await expect(content).toHaveValue("第二个人写下的话");
  await expect(unsent).toHaveCount(0);
});
