import { expect, test } from "@playwright/test";
import { demoDatabase } from "#tests/e2e/support/demo-database";
import { logIn, newMember } from "#tests/e2e/support/member";
import { hydrated, watch } from "#tests/e2e/support/page-errors";
import { publishAnswer, publishQuestion, unique } from "#tests/e2e/support/publish";
import { grantRole } from "#upstream/policy/staff-roles";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test("a question is merged into another: dry run, merge, redirect of its old URL, undo", async ({
      page,
      context,
      baseURL,
    }) => {
      const complaints = await watch(page);
      const [owner, asker, other] = [await newMember(), await newMember(), await newMember()];
      const titles = [unique("要并走的问题"), unique("留下来的问题")] as const;
      const from = await publishQuestion(asker, baseURL, titles[0]);
      const into = await publishQuestion(other, baseURL, titles[1]);
      const words = unique("先把水烧开");
      await publishAnswer(other, baseURL, from, words);
      const { db } = await demoDatabase();
      await grantRole(db, { userId: owner.userId, role: "owner", by: null, at: new Date().toISOString() });
      const { id } = await db
        .selectFrom("questions")
        .select("id")
        .where("title", "=", titles[0])
        .executeTakeFirstOrThrow();
      await logIn(context, owner, baseURL);
      await page.goto(`/admin/content/question/${id}`);
      if (javaScriptEnabled) await hydrated(page);
      await page.getByRole("link", { name: "并入另一个问题" }).click();
      await page.waitForURL(/\/merge$/);
      if (javaScriptEnabled) await hydrated(page);
      await page.getByLabel("并入哪个问题").fill("没有编号");
      await page.getByRole("button", { name: "合并", exact: true }).click();
      await expect(page.getByText("请填并入哪个问题")).toBeVisible();
      await expect(page.getByLabel("并入哪个问题")).toHaveValue("没有编号");
      await page.getByLabel("并入哪个问题").fill(`${baseURL}${into}`);
      await page.getByRole("button", { name: "先看看会移多少" }).last().click();
      await expect(page.getByRole("status").filter({ hasText: titles[1] })).toContainText("移过去 1 个回答");
      await page.getByLabel("原因").fill("问的是一件事");
      await page.getByRole("button", { name: "合并", exact: true }).click();
      await expect(page.getByText("已合并，旧地址会转到这里")).toBeVisible();

      await page.goto(`${from}?sort=time`);
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`${into}?sort=time`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(titles[1]);
      await expect(page.getByText(words)).toBeVisible();

      await page.goto("/admin/log");
      if (javaScriptEnabled) await hydrated(page);
      await page
        .getByRole("link", { name: `合并了问题 #${id}` })
        .first()
        .click();
      if (javaScriptEnabled) await hydrated(page);
      await page.getByRole("button", { name: "撤销这次操作" }).click();
      await expect(page.getByText("已撤销", { exact: true }).first()).toBeVisible();
      const back = await context.request.get(from, { maxRedirects: 0 });
      expect(back.status()).toBe(200);
      expect(await back.text()).toContain(words);
      // The refused request.
      expect(complaints.filter((complaint) => !/status of 422/.test(complaint))).toEqual([]);
    });
  });
}
