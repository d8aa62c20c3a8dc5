import { expect, type Page, test } from "@playwright/test";
import { demoDatabase } from "#tests/e2e/support/demo-database";
import { logIn, newMember } from "#tests/e2e/support/member";
import { hydrated } from "#tests/e2e/support/page-errors";
import { newApi, unique } from "#tests/e2e/support/publish";

/** An operator refuses all texts that this member has submitted. */
async function refuseAllOf(userId: number): Promise<void> {
  const { db } = await demoDatabase();
  await db.updateTable("reviews").set({ state: "refused" }).where("author_id", "=", userId).execute();
}

for (const scripts of [true, false]) {
  test.describe(scripts ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled: scripts });
    const open = async (page: Page, path: string) => {
      await page.goto(path);
      if (scripts) await hydrated(page);
    };

    test("a refused text is discarded after a confirmation, and kept without it", async ({
      page,
      context,
      baseURL,
    }) => {
      const author = await newMember();
      const title = unique("没有通过审核的文章");
      const api = await newApi(author, baseURL);
      const form = { intent: "publish", title, content: "跟我兼职刷单" };
      const headers = { accept: "text/html" };
      const sent = await api.post("/write/article", { form, headers, maxRedirects: 0 });
      await api.dispose();
      const path = sent.headers().location ?? "";
      expect(path).toContain("/write/held/");
      await refuseAllOf(author.userId);
      await logIn(context, author, baseURL);

      await open(page, path);
      const main = page.getByRole("main");
      const question = page.locator("[popover]:popover-open");
      const remove = main.getByRole("button", { name: "删除", exact: true }).first();
      await remove.click();
      await expect(question).toContainText("删除后不能恢复");
      await question.getByRole("button", { name: "取消" }).click();
      await expect(question).toHaveCount(0);
      await open(page, path);
      await expect(main.getByRole("heading", { name: title })).toBeVisible();

      await remove.click();
      // Fully visible next to its button, and not covered.
      await expect(question).toBeInViewport({ ratio: 1 });
      await question.getByRole("button", { name: "删除" }).click();
      await expect(page).toHaveURL(new RegExp(`/u/${author.userId}/`));
      await expect(page.getByText("已删除")).toBeVisible();
      await page.goto(`/u/${author.userId}/article`);
      await expect(main.getByText(title)).toHaveCount(0);
      expect((await page.goto(path))?.status()).toBe(404);
    });
  });
}
