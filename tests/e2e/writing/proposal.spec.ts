import { expect, test } from "@playwright/test";
import { logIn, newMember } from "#tests/e2e/support/member";
import { open } from "#tests/e2e/support/page-errors";
import { publishArticle, unique } from "#tests/e2e/support/publish";

for (const scripts of [true, false]) {
  test.describe(scripts ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled: scripts });

    test("a reader suggests a change, and its author takes it", async ({ page, context, baseURL }) => {
      const [author, reader] = [await newMember(), await newMember()];
      const article = await publishArticle(author, baseURL, unique("有个错字的文章"));
      await logIn(context, reader, baseURL);
      await (scripts ? open(page, article) : page.goto(article));
      await page
        .getByLabel(/^更多操作：/)
        .first()
        .click();
      await page.getByRole("link", { name: /提修改建议$/ }).click();
      await expect(page.getByRole("heading", { level: 1, name: "提修改建议" })).toBeVisible();
      await page.getByRole("button", { name: "提交建议" }).click();
      await expect(page.getByText("修改的理由不能为空").first()).toBeVisible();
      await page.getByLabel("正文").fill("改好了的正文，没有错字。");
      await page.getByLabel("修改的理由").fill("有一个错字");
      await page.getByRole("button", { name: "提交建议" }).click();
      await expect(page.getByText("正在等作者答复")).toBeVisible();
      const { pathname } = new URL(page.url());
      await context.clearCookies();
      await logIn(context, author, baseURL);
      await (scripts ? open(page, "/notifications/system") : page.goto("/notifications/system"));
      await page.getByRole("link", { name: /提了修改建议/ }).click();
      await expect(page).toHaveURL(pathname);
      await expect(page.locator("ins").first()).toBeVisible();
      await page.getByRole("button", { name: "谢绝" }).click();
      await expect(page.getByText(/谢绝的原因不能为空/).first()).toBeVisible();
      await page.getByRole("button", { name: "采纳并改好原文" }).click();
      await expect(page.getByText("你采纳了这份建议")).toBeVisible();
      await page.goto(article);
      await expect(page.getByText("改好了的正文，没有错字。")).toBeVisible();
    });
  });
}
