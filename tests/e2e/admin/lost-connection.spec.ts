import { expect, type Page, test } from "@playwright/test";
import { demoDatabase } from "#tests/e2e/support/demo-database";
import { logIn, newMember } from "#tests/e2e/support/member";
import { hydrated } from "#tests/e2e/support/page-errors";
import { unique } from "#tests/e2e/support/publish";
import { grantRole } from "#upstream/policy/staff-roles";

const FAILED = "网络出了点问题，请稍后重试";

test.beforeEach(async ({ context, baseURL }) => {
  const { db } = await demoDatabase();
  const staff = await newMember();
  await grantRole(db, { userId: staff.userId, role: "owner", by: null, at: new Date().toISOString() });
  await logIn(context, staff, baseURL);
});
test.afterEach(({ context }) => context.setOffline(false));

async function saveOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.locator("main button[name=intent][value=save]").last().click();
  await expect(page.locator("main").getByText(FAILED)).toBeVisible();
}

test("rows and choices of a form stay as they are when it can't be sent, and are saved once it can", async ({
  page,
}) => {
  await page.goto("/admin/form/new");
  await hydrated(page);
  const title = unique("断网时改的表单");
  await page.getByLabel("标题", { exact: true }).fill(title);
  await page.locator("[name=oncePerPerson]").check();
  await saveOffline(page);
  await expect(page.locator("[name=oncePerPerson]"), "after a first attempt").toBeChecked();
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "添加题目" }).click();
  const labels = page.locator("main input[name^='fields.'][name$='.label']");
  await expect(labels).toHaveCount(2);
  await labels.nth(0).fill("第一道题");
  await labels.nth(1).fill("第二道题");
  await saveOffline(page);
  await expect(labels, "after rows were added").toHaveCount(2);
  await expect(labels.nth(1)).toHaveValue("第二道题");
  await expect(page.locator("[name=oncePerPerson]")).toBeChecked();
  await page.context().setOffline(false);
  await page.locator("main button[name=intent][value=save]").last().click();
  await expect(page).toHaveURL(/\/admin\/form\/\d+$/);
  await expect(labels.nth(1)).toHaveValue("第二道题");
  await expect(page.locator("[name=oncePerPerson]")).toBeChecked();
});

test("of several forms of a page, the one that can't be sent says so", async ({ page }) => {
  const other = await newMember();
  await page.goto(`/admin/user/${other.userId}`);
  await hydrated(page);
  const form = page.locator("main form").filter({ has: page.locator("[name=intent][value=impose]") });
  await form.locator("[name=reason]").fill("一再发广告");
  await page.context().setOffline(true);
  await form.getByRole("button", { name: "处罚" }).click();
  await expect(page.locator("main").getByText(FAILED)).toHaveCount(1);
  await expect(form.locator("[name=reason]")).toHaveValue("一再发广告");
});
