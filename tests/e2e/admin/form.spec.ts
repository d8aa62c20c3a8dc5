import { expect, test } from "@playwright/test";
import { demoDatabase } from "#tests/e2e/support/demo-database";
import { logIn, newMember } from "#tests/e2e/support/member";
import { unique } from "#tests/e2e/support/publish";
import { grantRole } from "#upstream/policy/staff-roles";

test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

test("a form is built, filled in by a member and read in the console, on a phone without scripts", async ({
  page,
  browser,
  context,
  baseURL,
}) => {
  const [editor, member] = [await newMember(), await newMember()];
  const { db } = await demoDatabase();
  await grantRole(db, { userId: editor.userId, role: "editor", by: null, at: new Date().toISOString() });
  await logIn(context, editor, baseURL);
  const title = unique("志愿者报名");

  await page.goto("/admin/form");
  await page.getByRole("link", { name: "新建表单" }).click();
  await page.getByLabel("标题", { exact: true }).fill(title);
  const row = (at: number) => page.locator(".admin-row").nth(at);
  await row(0).getByLabel("题目", { exact: true }).fill("姓名");
  await row(0).getByLabel("必填").check();
  await page.getByRole("button", { name: "添加题目" }).click();
  await row(1).getByLabel("题目", { exact: true }).fill("城市");
  await row(1).getByLabel("类型").selectOption("单选");
  await row(1).locator("summary").first().click();
  await row(1).getByLabel("选项，每行一个").fill("杭州\n上海");
  await page.getByRole("button", { name: "上移第 2 个题目" }).click();
  await expect(row(0).getByLabel("题目", { exact: true })).toHaveValue("城市");
  await expect(row(1).getByLabel("必填")).toBeChecked();
  const told = page.getByRole("group", { name: "有新答卷时通知谁" });
  await told.getByLabel(editor.nickname).check();
  await page.getByRole("button", { name: "保存", exact: true }).last().click();
  await expect(page.getByText("已保存")).toBeVisible();
  await expect(told.getByLabel(editor.nickname)).toBeChecked();
  const path = await page.getByRole("link", { name: "看表单" }).getAttribute("href");

  const other = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  await logIn(other, member, baseURL);
  const reader = await other.newPage();
  await reader.goto(`${baseURL}${path}`);
  await reader.getByLabel("上海").check();
  await reader.getByLabel("姓名").fill("林知远");
  await reader.getByRole("button", { name: "提交" }).click();
  await expect(reader.getByText("已收到你的填写")).toBeVisible();
  await other.close();

  await page.goto("/notifications/system");
  await page.getByRole("link", { name: `表单「${title}」收到 1 份新答卷` }).click();
  await page.getByLabel("答案里的词").fill("没有人写过");
  await page.getByRole("button", { name: "查找" }).click();
  await expect(page.getByText("没有这样的答卷。")).toBeVisible();
  await page.getByLabel("答案里的词").fill("林知");
  await page.getByLabel("填写的人").fill(member.nickname);
  await page.getByRole("button", { name: "查找" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`答卷：${title}`);
  await page.getByRole("link", { name: member.nickname }).click();
  await expect(page.getByText("上海")).toBeVisible();
  await expect(page.getByText("林知远")).toBeVisible();
  await page.getByLabel("状态").selectOption("已录取");
  await page.getByLabel("备注").fill("第一批");
  await page.getByRole("button", { name: "保存" }).click();
  await expect(page.getByText("已录取", { exact: false }).first()).toBeVisible();
  const { scrollWidth, clientWidth } = await page
    .locator("html")
    .evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});
