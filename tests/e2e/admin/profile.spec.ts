import { expect, test } from "@playwright/test";
import { demoDatabase } from "#tests/e2e/support/demo-database";
import { logIn, newMember } from "#tests/e2e/support/member";
import { hydrated, watch } from "#tests/e2e/support/page-errors";
import { grantRole } from "#upstream/policy/staff-roles";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test("a professional profile is rejected with a reason, corrected by its owner, and approved", async ({
      page,
      context,
      baseURL,
    }) => {
      const complaints = await watch(page);
      const [staff, reader] = [await newMember(), await newMember()];
      const { db } = await demoDatabase();
      await grantRole(db, { userId: staff.userId, role: "zhiku-editor", by: null, at: new Date().toISOString() });
      const fill = async (company: string) => {
        await logIn(context, reader, baseURL);
        await page.goto("/zhiku/profile");
        if (javaScriptEnabled) await hydrated(page);
        await page.getByLabel("姓名").fill(reader.nickname);
        await page.getByLabel("公司").fill(company);
        await page.getByLabel("部门").fill("产品部");
        await page.getByLabel("职位").fill("产品经理");
        await page.getByLabel("邮箱").fill("reader@example.com");
        await page.getByRole("button", { name: /保存/ }).last().click();
        await expect(page.getByText("已保存", { exact: false }).first()).toBeVisible();
        await context.clearCookies();
        await logIn(context, staff, baseURL);
        await page.goto(`/admin/profile?q=${reader.nickname}`);
        if (javaScriptEnabled) await hydrated(page);
      };

      await fill("某公司");
      await page.getByRole("checkbox", { name: `选中 ${reader.nickname} 的职业信息` }).check();
      await page.getByLabel("退回的原因").fill("请写公司全称");
      await page.getByRole("button", { name: "退回选中的" }).last().click();
      await expect(page.getByText("已退回 1 份")).toBeVisible();

      await context.clearCookies();
      await logIn(context, reader, baseURL);
      await page.goto("/zhiku/profile");
      await expect(page.getByText("职业信息被退回：请写公司全称")).toBeVisible();
      await context.clearCookies();

      await fill("某某科技有限公司");
      await expect(page.getByText("某某科技有限公司")).toBeVisible();
      await page.getByRole("button", { name: `通过 ${reader.nickname} 的职业信息` }).click();
      await expect(page.getByText("已通过 1 份")).toBeVisible();
      await context.clearCookies();
      await logIn(context, reader, baseURL);
      await page.goto("/notifications/system");
      await expect(page.getByText("你的职业信息已通过审核")).toBeVisible();
      await expect(page.getByText("原因：请写公司全称。")).toBeVisible();
      expect(complaints).toEqual([]);
    });
  });
}
