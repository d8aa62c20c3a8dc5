import { expect, type Page, test } from "@playwright/test";
import { logIn, type Member, newMember } from "#tests/e2e/support/member";
import { open } from "#tests/e2e/support/page-errors";
import { publishArticle, unique } from "#tests/e2e/support/publish";

let member: Member;
test.beforeEach(async ({ context, baseURL }) => {
  member = await newMember();
  await logIn(context, member, baseURL);
});

for (const scripts of [true, false]) {
  test.describe(scripts ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled: scripts });
    const go = (page: Page, path: string) => (scripts ? open(page, path) : page.goto(path));

    test("a changed article says when and why, with the earlier version; its author hides one", async ({
      page,
      baseURL,
    }) => {
      const title = unique("后来改过的文章");
      const path = await publishArticle(member, baseURL, title);
      await go(page, `/write/article?id=${path.split("/").at(-1)}`);
      await page.locator("textarea[name=content]").fill("先说经过，再说结论。");
      await page.getByLabel("修改说明（可以不写）").fill("次序反了");
      await page.locator("button[value=publish]").click();
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      // An immediate correction is not marked as an edit, but it is in the history.
      await go(page, `/history${path}`);
      await expect(page.locator(".edits")).toContainText("次序反了");
      await page.locator(".edits__link").first().click();
      const difference = page.locator(".text-diff");
      await expect(difference.locator("ins").first()).toBeVisible();
      await expect(difference.locator("del").first()).toBeVisible();
      await page.locator(".edits__link").last().click();
      await expect(page.getByRole("heading", { name: "最早的版本" })).toBeVisible();
      await page.getByRole("button", { name: "隐藏这个版本" }).click();
      await expect(page.getByText("别人看不到这个版本了")).toBeVisible();
      await expect(page.locator(".edits")).toContainText("作者已隐藏");
      await page.context().clearCookies();
      await page.goto(`/history${path}`);
      await expect(page.locator(".edits__link")).toHaveCount(1);
    });

    test("an edited comment says so, and links to its time", async ({ page, baseURL }) => {
      const path = await publishArticle(member, baseURL, unique("有评论的文章"));
      await go(page, path);
      await page.getByLabel("写评论").fill("见 https://example.com/a 里写的");
      await page.getByRole("button", { name: "发布评论" }).click();
      const comment = page.locator("li.comment");
      await expect(comment.getByRole("link", { name: "https://example.com/a" })).toHaveAttribute(
        "href",
        "/link?to=https%3A%2F%2Fexample.com%2Fa",
      );
      await comment.getByLabel(/^更多操作/).click();
      await comment.getByRole("link", { name: "修改" }).click();
      await page.getByLabel("评论", { exact: true }).fill("改好的评论");
      await page.getByRole("button", { name: "保存修改" }).click();
      await expect(comment.locator(".comment__text")).toHaveText("改好的评论");
      await expect(comment.locator(".comment__time")).toContainText("编辑于");
      const href = (await comment.locator(".comment__time").getAttribute("href")) ?? "";
      await page.goto(href);
      await expect(page.locator("li.comment:target")).toContainText("改好的评论");
    });
  });
}
