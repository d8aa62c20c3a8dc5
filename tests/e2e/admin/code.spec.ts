import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { demoDatabase } from "#tests/e2e/support/demo-database";
import { logIn, type Member, newMember, proveAgain } from "#tests/e2e/support/member";
import { hydrated, watch } from "#tests/e2e/support/page-errors";
import { unique } from "#tests/e2e/support/publish";
import { grantRole } from "#upstream/policy/staff-roles";

async function newFinance(): Promise<Member> {
  const member = await newMember();
  const { db } = await demoDatabase();
  await grantRole(db, { userId: member.userId, role: "finance", by: null, at: new Date().toISOString() });
  await proveAgain(member);
  return member;
}

const CODE = /(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}/;

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test("codes are created, downloaded as a file, hidden after a reload, and redeemed by a reader", async ({
      page,
      context,
      browser,
      baseURL,
    }) => {
      const complaints = await watch(page);
      await logIn(context, await newFinance(), baseURL);
      await page.goto("/admin/code");
      if (javaScriptEnabled) await hydrated(page);
      const made = [];
      const note = unique("给读者的");
      for (const count of ["2", "3"]) {
        await page.getByLabel("个数", { exact: true }).fill(count);
        await page.getByLabel("备注", { exact: false }).fill(`${note}，${count}`);
        await page.getByRole("button", { name: "生成兑换码" }).click();
        await expect(page.getByRole("heading", { name: `批的 ${count} 个兑换码` })).toBeVisible();
        made.push(await page.getByLabel("兑换码", { exact: true }).inputValue());
      }
      expect(new Set(made.join("\n").split("\n")).size).toBe(5);
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: "存为 CSV" }).click(),
      ]);
      const file = await readFile(await download.path(), "utf8");
      const [code = ""] = CODE.exec(file) ?? [];
      expect(made[1]).toContain(code);
      // Without scripts the form would be submitted again: it redirects to the batch.
      await page.reload();
      await expect(page.getByText(code)).toHaveCount(0);
      await expect(page.getByText(/未使用 3/).first()).toBeVisible();

      const reader = await newMember();
      const elsewhere = await browser.newContext();
      await logIn(elsewhere, reader, baseURL);
      const shelf = await elsewhere.newPage();
      await shelf.goto(`${baseURL}/zhiku/orders`);
      await shelf.getByLabel("输入兑换码").fill(code);
      await shelf.getByRole("button", { name: "兑换", exact: true }).click();
      await expect(shelf.getByText("兑换成功")).toBeVisible();
      await elsewhere.close();
      await page.goto("/admin/code");
      await page
        .getByRole("row", { name: `${note}，3` })
        .getByRole("link")
        .click();
      await expect(page.getByText(reader.nickname)).toBeVisible();
      expect(complaints).toEqual([]);
    });
  });
}
