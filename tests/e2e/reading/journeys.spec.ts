import { expect, type Page, test } from "@playwright/test";
import { LONG_THREAD } from "#tests/e2e/support/long-thread";
import { documentsOf, hydrated } from "#tests/e2e/support/page-errors";

const entries = (page: Page) => page.locator("main article h2 a");
/** Titles of a list, once it is visible. */
const textsOf = async (page: Page) => {
  await entries(page).first().waitFor();
  return (await entries(page).allInnerTexts()).map((text) => text.trim());
};
const title = (page: Page) => page.locator("main h1").first();

/** URLs that redirect, and their targets. */
const LEADING_ON = [
  ["/policy", "/policy/terms"],
  ["/u/2", "/u/2/qna/answer"],
  ["/u/2/follow", "/u/2/follow/follow"],
  ["/u/2/comment", "/u/2/comment/post"],
  ["/u/2/collection", "/u/2/collection/article"],
  ["/search", "/"],
  ["/search?q=SQL", "/search/all?q=SQL"],
  ["/search/nothing", "/"],
  ["/article", "/"],
  ["/write", "/"],
  ["/account", "/"],
  ["/notifications", "/"],
  ["/announcement/abc", "/"],
  ["/question/answer/abc", "/"],
  ["/zhiku/article", "/zhiku/error/403"],
  ["/zhiku/history", "/zhiku"],
  ["/u/undefined", "/"],
] as const;

// Checked without a browser, because the server redirects everyone.
test("old, short and broken URLs redirect", async ({ request }) => {
  for (const [from, to] of LEADING_ON) {
    const answer = await request.get(from);
    const { pathname, search } = new URL(answer.url());
    expect.soft(pathname + search, from).toBe(to);
    expect.soft(await answer.text(), from).toContain("<main");
  }
});

test("a number in place of a short id redirects to the short id", async ({ request }) => {
  for (const kind of ["article", "question"]) {
    const answer = await request.get(`/${kind}/3`);
    expect(answer.url()).toMatch(new RegExp(`/${kind}/[A-Za-z0-9]{12,}$`));
    expect(await answer.text()).toMatch(/<main.*<h1/s);
  }
});

for (const scripts of [true, false]) {
  test.describe(scripts ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled: scripts });

    const open = async (page: Page, path: string) => {
      await page.goto(path);
      if (scripts) await hydrated(page);
    };

    test("search from the header", async ({ page }) => {
      const documents = documentsOf(page);
      await open(page, "/");
      const words = page.getByRole("banner").getByRole("searchbox", { name: "搜索" });
      await words.fill("数据库");
      await words.press("Enter");
      await expect(page).toHaveURL(`/search/all?q=${encodeURIComponent("数据库")}`);
      await expect(title(page)).toContainText("数据库");
      await expect(page.getByRole("main").locator("mark").first()).toHaveText("数据库");
      const first = (await textsOf(page))[0] ?? "";
      const articles = page.getByRole("main").getByRole("link", { name: "文章", exact: true });
      await articles.click();
      await expect(page).toHaveURL(`/search/article?q=${encodeURIComponent("数据库")}`);
      // The URL changes before the list.
      await expect(articles).toHaveAttribute("aria-current", "page");
      await page.goBack();
      await expect(articles).not.toHaveAttribute("aria-current", "page");
      await expect(entries(page).first()).toHaveText(first);
      await entries(page).first().click();
      await expect(title(page)).toHaveText(first);
      // With scripts only the first page is loaded as a document.
      expect(documents).toHaveLength(scripts ? 1 : documents.length);
    });

    test("to an article from the parts of the site", async ({ page }) => {
      await open(page, "/");
      const parts = page.getByRole("navigation", { name: "主导航" });
      await parts.getByRole("link", { name: "文章" }).click();
      await expect(page).toHaveURL("/search/article");
      await expect(parts.getByRole("link", { name: "文章" })).toHaveAttribute("aria-current", "page");
      const first = (await textsOf(page))[0] ?? "";
      await entries(page).first().click();
      await expect(title(page)).toHaveText(first);
      await expect(parts.getByRole("link", { name: "文章" })).toHaveAttribute("aria-current", "true");
    });

    test("page through a list and back", async ({ page }) => {
      // Other tests publish and withdraw the newest.
      await open(page, "/question?sort=hot");
      const first = await textsOf(page);
      const paging = page.getByRole("navigation", { name: "分页" });
      await paging.getByRole("link", { name: "下一页" }).click();
      await expect(page).toHaveURL("/question?sort=hot&page=2");
      await expect(paging.getByRole("link", { name: "第 2 页" })).toHaveAttribute("aria-current", "page");
      const second = await textsOf(page);
      expect(second).toHaveLength(first.length);
      expect(second.filter((text) => first.includes(text))).toEqual([]);
      await paging
        .getByRole("link", { name: /^第 \d+ 页$/ })
        .last()
        .click();
      await expect(paging.getByRole("link", { name: "下一页" })).toHaveCount(0);
      expect((await textsOf(page)).length).toBeGreaterThan(0);
      await paging.getByRole("link", { name: "第 1 页" }).click();
      await expect(page).toHaveURL("/question?sort=hot");
      await expect(entries(page).first()).toHaveText(first[0] ?? "");
      expect(await textsOf(page)).toEqual(first);
    });

    test("sort the answers of a question", async ({ page }) => {
      await open(page, "/question?sort=hot");
      const question = (await textsOf(page))[0] ?? "";
      await entries(page).first().click();
      await expect(title(page)).toHaveText(question);
      const sorting = page.getByRole("navigation", { name: "回答排序" });
      const answers = page.getByRole("main").getByRole("article", { name: /的回答$/ });
      const times = () =>
        answers.locator("time").evaluateAll((all) => all.map((time) => time.getAttribute("datetime") ?? ""));
      const byDefault = await times();
      expect(byDefault.length).toBeGreaterThan(1);
      await sorting.getByRole("link", { name: "时间" }).click();
      await expect(page).toHaveURL(/sort=time/);
      await expect(sorting.getByRole("link", { name: "时间" })).toHaveAttribute("aria-current", /page|true/);
      const byTime = await times();
      expect([...byTime].sort()).toEqual([...byDefault].sort());
      await sorting.getByRole("link", { name: "默认" }).click();
      await expect(page).not.toHaveURL(/sort=/);
      await expect.poll(times).toEqual(byDefault);
    });

    test("open the comments of a question and close them", async ({ page }) => {
      await open(page, "/question?sort=hot");
      await entries(page).first().click();
      await page
        .getByRole("main")
        .getByRole("link", { name: /条评论$/ })
        .first()
        .click();
      const comments = page.locator("section.comments");
      await expect(comments).toBeVisible();
      expect(await comments.getByRole("listitem").count()).toBeGreaterThan(0);
      await comments.getByRole("link", { name: "收起" }).click();
      await expect(comments).toHaveCount(0);
    });

    test("read a long discussion to its end, without repeats or gaps", async ({ page }) => {
      await open(page, LONG_THREAD.path);
      const comments = page.locator("section.comments");
      const texts = () =>
        comments.locator(".comments__list > .comment > .comment__body > .comment__text").allInnerTexts();
      const seen = await texts();
      const total = Number(await comments.locator(".comments__count").innerText());
      expect(seen[0]).toContain(`第 ${LONG_THREAD.comments} 条`);
      const older = comments.getByRole("link", { name: "查看更早的评论" });
      while ((await older.count()) > 0) {
        await older.click();
        await expect(comments.locator(".comments__text, .comment__text").first()).not.toHaveText(
          seen.at(-20) ?? seen[0] ?? "",
        );
        seen.push(...(await texts()));
        expect(seen.length).toBeLessThanOrEqual(total);
      }
      const mine = seen.filter((text) => text.startsWith("长讨论"));
      expect(mine).toEqual(
        Array.from({ length: LONG_THREAD.comments }, (_, n) => `长讨论 第 ${LONG_THREAD.comments - n} 条`),
      );
      await comments.getByRole("link", { name: "回到最新评论" }).click();
      await expect(comments.locator(".comment__text").first()).toContainText(`第 ${LONG_THREAD.comments} 条`);

      await comments
        .getByRole("link", { name: /查看全部 \d+ 条回复/ })
        .first()
        .click();
      const replies = comments.locator(".comments__replies").first().locator(".comment__text");
      await expect(replies).toHaveCount(50);
      await expect(replies.first()).toContainText("第 1 条回复");
      await comments.getByRole("link", { name: "查看接下来的回复" }).click();
      await expect(replies).toHaveCount(LONG_THREAD.replies - 50);
      await expect(replies.first()).toContainText("第 51 条回复");
    });

    test("filter the articles by classification", async ({ page }) => {
      await open(page, "/search/article");
      const filter = page.getByRole("navigation", { name: "文章分类" });
      const all = await textsOf(page);
      const link = filter.getByRole("link", { name: /^技术/ });
      await link.click();
      await expect(page).toHaveURL(/\/search\/article\?class=\d+$/);
      await expect(link).toHaveAttribute("aria-current", /page|true/);
      const filtered = await textsOf(page);
      expect(filtered.length).toBeGreaterThan(1);
      expect(filtered).not.toEqual(all);
      await entries(page).first().click();
      await expect(page.getByRole("main").getByRole("link", { name: "技术", exact: true }).first()).toBeVisible();
    });

    test("a link to a person leads to their answers, and Back returns to the same position", async ({ page }) => {
      await open(page, "/search/article");
      const person = page.getByRole("main").locator("article a[href^='/u/']").filter({ hasText: /\S/ }).first();
      const href = await person.getAttribute("href");
      const name = await person.innerText();
      await person.click();
      await expect(page).toHaveURL(`${href}/qna/answer`);
      await expect(title(page)).toHaveText(name);
      await page.goBack();
      await expect(page).toHaveURL("/search/article");
    });

    test("read an article from the home page and go back", async ({ page }) => {
      await open(page, "/");
      const article = page.locator("main article h2 a[href^='/article/']").first();
      const name = (await article.innerText()).trim();
      await article.click();
      await expect(title(page)).toHaveText(name);
      await expect(page).toHaveTitle(new RegExp(name.slice(0, 6)));
      // Other tests' articles may come first, and are short.
      expect((await page.locator(".prose").first().innerText()).trim()).not.toBe("");
      await page.goBack();
      await expect(page).toHaveURL("/");
      await expect(article).toHaveText(name);
    });
  });
}
