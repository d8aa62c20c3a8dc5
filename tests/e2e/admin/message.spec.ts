import { expect, test } from "@playwright/test";
import { demoDatabase } from "#tests/e2e/support/demo-database";
import { logIn, newMember } from "#tests/e2e/support/member";
import { hydrated, watch } from "#tests/e2e/support/page-errors";
import { unique } from "#tests/e2e/support/publish";
import { grantRole } from "#upstream/policy/staff-roles";

test("a message is written, its recipients are counted, it is sent, and it shows in a recipient's open tab", async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const complaints = await watch(page);
  const [owner, reader] = [await newMember(), await newMember()];
  const { db } = await demoDatabase();
  await grantRole(db, { userId: owner.userId, role: "owner", by: null, at: new Date().toISOString() });
  const elsewhere = await browser.newContext();
  await logIn(elsewhere, reader, baseURL);
  const tab = await elsewhere.newPage();
  await tab.goto(`${baseURL}/about`);
  await hydrated(tab);

  await logIn(context, owner, baseURL);
  await page.goto("/admin/message/new");
  await hydrated(page);
  const title = unique("发给一个人的消息");
  await page.getByLabel("标题").fill(title);
  await page.getByLabel("指定用户", { exact: false }).first().check();
  await page.getByLabel("指定用户：用户编号", { exact: false }).fill(String(reader.userId));
  await page.getByRole("button", { name: "存为草稿" }).click();
  const sending = page.getByRole("button", { name: "发给 1 人", exact: true });
  await expect(sending).toBeVisible();
  // What is typed and not saved holds it back, as the stored text is sent.
  const content = page.getByLabel("正文", { exact: false });
  await content.fill("改过的话");
  const kept = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("unsent:")));
  await expect.poll(kept).toHaveLength(1);
  await sending.click();
  await expect(page.getByText("发出去的会是旧的")).toBeVisible();
  await page.getByRole("button", { name: "存为草稿" }).click();
  await expect(page.getByText("草稿已保存").first()).toBeVisible();
  await expect.poll(kept).toEqual([]);
  await sending.click();
  await expect(page.getByText("已发给 1 人")).toBeVisible();

  await expect(tab.getByRole("link", { name: /通知，1 条未读/ }).first()).toBeVisible();
  await tab.goto(`${baseURL}/notifications/system`);
  await expect(tab.getByText(title)).toBeVisible();
  await page.getByRole("button", { name: `撤回“${title}”` }).click();
  await expect(page.getByText("已撤回", { exact: true }).first()).toBeVisible();
  await tab.reload();
  await expect(tab.getByText(title)).toHaveCount(0);
  await elsewhere.close();
  expect(complaints).toEqual([]);
});
