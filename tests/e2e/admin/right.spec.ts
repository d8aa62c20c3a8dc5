import { expect, test } from "@playwright/test";
import { demoDatabase } from "#tests/e2e/support/demo-database";
import { logIn, newMember, proveAgain } from "#tests/e2e/support/member";
import { hydrated, watch } from "#tests/e2e/support/page-errors";
import { grantRole } from "#upstream/policy/staff-roles";

const UNTIL = `${new Date().getUTCFullYear() + 1}-06-30`;
/** 手机号,a in GBK. */
const GBK = Buffer.from([0xca, 0xd6, 0xbb, 0xfa, 0xba, 0xc5, 0x2c, 0x61]);

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test("a file of rights is checked, corrected, imported, and undone", async ({ page, context, baseURL }) => {
      const complaints = await watch(page);
      const [staff, reader] = [await newMember(), await newMember()];
      const { db } = await demoDatabase();
      await grantRole(db, { userId: staff.userId, role: "finance", by: null, at: new Date().toISOString() });
      await proveAgain(staff);
      await logIn(context, staff, baseURL);
      await page.goto("/admin/right/import");
      if (javaScriptEnabled) await hydrated(page);
      const csv = (mimeType: string, buffer: Buffer) => ({ name: "名单.csv", mimeType, buffer });
      await page.getByLabel("CSV 文件").setInputFiles(csv("text/csv", GBK));
      await page.getByRole("button", { name: "先逐行看看" }).click();
      await expect(page.getByText("请在表格软件里另存为“CSV UTF-8”")).toBeVisible();

      const wrong = `\uFEFF手机号,分类,截止日\r\n${reader.phone},全部,${UNTIL}\r\n10000000000,全部,${UNTIL}\r\n`;
      await page.getByLabel("CSV 文件").setInputFiles(csv("text/csv", Buffer.from(wrong)));
      await page.getByLabel("原因").fill("年度客户");
      await page.getByRole("button", { name: "先逐行看看" }).click();
      await expect(page.getByText("1 行不对，改好之前一行也不会导入。")).toBeVisible();
      await expect(page.getByRole("row", { name: /10000000000/ })).toContainText("手机号不对");

      // The file's text is there to be corrected, and the file field is empty again.
      await page.getByLabel("名单", { exact: true }).fill(`${reader.phone},全部,${UNTIL}`);
      await page.getByRole("button", { name: "导入", exact: true }).click();
      await expect(page.getByText("已导入：发放 1 项，0 项原来就有")).toBeVisible();

      await page.getByLabel("用户编号或手机号").fill(reader.phone);
      await page.getByRole("button", { name: "筛选" }).click();
      await expect(page.getByRole("checkbox")).toHaveCount(1);
      await page.getByRole("checkbox").check();
      await page.getByLabel("收回的原因").fill("发错了人");
      await page.getByRole("button", { name: "收回选中的权益" }).click();
      await expect(page.getByText("已收回 1 项，本人会收到消息")).toBeVisible();

      await context.clearCookies();
      await logIn(context, reader, baseURL);
      await page.goto("/notifications/system");
      await expect(page.getByText("你获得了知库权益「全部分类」")).toBeVisible();
      await expect(page.getByText("原因：发错了人。")).toBeVisible();
      // The refused list.
      expect(complaints.filter((complaint) => !/status of 422/.test(complaint))).toEqual([]);
    });
  });
}
