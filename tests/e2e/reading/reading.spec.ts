import { type APIRequestContext, expect, test } from "@playwright/test";
import { aQuestion } from "#tests/e2e/support/browser-pages";
import { LONG_TALK, LONG_THREAD } from "#tests/e2e/support/long-thread";
import { logIn, newMember } from "#tests/e2e/support/member";
import { hydrated, open } from "#tests/e2e/support/page-errors";
import { publishAnswer, publishQuestion, unique } from "#tests/e2e/support/publish";

/** Path of the next page of comments. */
const older = (page: string) => /href="([^"#]*cursor=\d+)#comments"[^>]*>查看更早的评论/.exec(page)?.[1];

/** An article with a table of contents, however many others exist. */
async function aLongArticle(request: APIRequestContext): Promise<string> {
  for (let page = 1; ; page += 1) {
    const list = await (await request.get(`/search/article?sort=hot&page=${page}`)).text();
    const paths = [...list.matchAll(/href="(\/article\/\w{12,})"/g)].map(([, path = ""]) => path);
    if (paths.length === 0) throw new Error("no article with a list of its contents");
    for (const path of new Set(paths)) {
      const html = await (await request.get(path)).text();
      if ((html.match(/contents__link/g)?.length ?? 0) > 6) return path;
    }
  }
}

test("the table of contents marks the current heading, however one got there", async ({ page, request }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, await aLongArticle(request));
  const entries = page.locator(".contents--aside .contents__link");
  expect(await entries.count()).toBeGreaterThan(2);
  const ids = await entries.evaluateAll((links) => links.map((link) => link.getAttribute("href")?.slice(1) ?? ""));
  const marked = page.locator(".contents--aside [aria-current]");
  // In one step, as with page keys, scrollbars and anchors: down, and up again.
  for (const id of [...ids, ...ids.toReversed()]) {
    await page.evaluate((heading) => {
      const top = document.getElementById(heading)?.getBoundingClientRect().top ?? 0;
      scrollBy({ top: top - innerHeight / 4, behavior: "instant" });
    }, id);
    const expected = await page.evaluate(
      (all) =>
        all.findLast((one) => (document.getElementById(one)?.getBoundingClientRect().top ?? 0) < innerHeight / 3),
      ids,
    );
    await expect(marked).toHaveAttribute("href", `#${expected}`);
  }
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  await expect(marked).toHaveCount(0);
});

test("the picture of a commenter is a link of its own size", async ({ page }) => {
  await open(page, LONG_THREAD.path);
  const links = page.locator(".comment > .avatar-link");
  expect(await links.count()).toBeGreaterThan(2);
  for (const { width, height } of await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect()))) {
    expect(height).toBeLessThanOrEqual(width + 8);
  }
});

test("a link with just a comment's number leads to it, or says that it is gone", async ({ page, request }) => {
  // The oldest is on the last of three pages.
  let list = (await (await request.get(LONG_THREAD.path)).text()).replaceAll("&amp;", "&");
  for (let more = older(list); more; more = older(list))
    list = (await (await request.get(more)).text()).replaceAll("&amp;", "&");
  const oldest = [...list.matchAll(/id="comment-(\d+)"/g)].at(-1)?.[1];
  await open(page, `${LONG_THREAD.path}#comment-${oldest}`);
  await expect(page.locator(`#comment-${oldest}`)).toBeInViewport();
  await open(page, `${LONG_THREAD.path}#comment-999999`);
  await expect(page.locator("#comment-999999")).toHaveText("这里没有找到那条评论，可能已删除");
  await expect(page.locator("#comment-999999")).toBeInViewport();
  expect(await page.locator(".comment").count()).toBeGreaterThan(10);
});

test("what one writes in a long discussion is shown, and the focus stays beside it", async ({
  page,
  context,
  baseURL,
}) => {
  const member = await newMember();
  await logIn(context, member, baseURL);
  await open(page, LONG_TALK.path);
  const main = page.getByRole("main");
  const opener = page
    .locator(".comments__list > .comment")
    .filter({ hasText: "查看全部" })
    .getByRole("link", { name: /^回复 / })
    .first();
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(main.getByRole("textbox", { name: /^回复 / })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.type("第五十几条之后的回复");
  await page.keyboard.press("Control+Enter");
  const mine = (words: string) =>
    page.locator(".comment .comment").filter({ hasText: member.nickname }).getByText(words);
  await expect(mine("第五十几条之后的回复")).toBeInViewport();

  await page.goto(LONG_TALK.path);
  await page.getByRole("link", { name: "查看更早的评论" }).click();
  await expect(page.getByRole("link", { name: "回到最新评论" })).toBeVisible();
  await hydrated(page);
  await main.getByLabel("写评论").fill("从旧的一页写的");
  await main.getByRole("button", { name: "发布评论" }).click();
  await expect(page.locator(".comments__list > .comment").first()).toContainText("从旧的一页写的");
});

for (const width of [360, 1280]) {
  test(`following a question shifts nothing (${width} px)`, async ({ page, context, request, baseURL }) => {
    await logIn(context, await newMember(), baseURL);
    await page.setViewportSize({ width, height: 780 });
    await open(page, await aQuestion(request));
    const button = page
      .getByRole("main")
      .getByRole("button", { name: /关注问题/ })
      .first();
    const answers = page.getByRole("article").nth(1);
    const places = async () => [await button.boundingBox(), await answers.boundingBox()];
    const before = await places();
    await button.click();
    await expect(button).toHaveAttribute("aria-pressed", "true");
    expect(await places()).toEqual(before);
  });
}

test("a vote moves no answer until the page is opened again", async ({ page, context, baseURL }) => {
  const reader = await newMember();
  const question = await publishQuestion(reader, baseURL, unique("先后两个回答怎样排"));
  for (const words of ["第一个人写的。", "第二个人写的。"])
    await publishAnswer(await newMember(), baseURL, question, words);
  await logIn(context, reader, baseURL);
  await open(page, question);
  const texts = page.locator(".answers ol .prose");
  const before = await texts.allTextContents();
  expect(before).toHaveLength(2);
  const vote = page.locator(".vote__up").last();
  const reloaded = page.waitForResponse((response) => /question\/[^/]+\.data/.test(response.url()));
  await vote.click();
  await reloaded;
  await expect(vote).toHaveText(/^已赞同/);
  expect(await texts.allTextContents()).toEqual(before);
  await page.reload();
  await expect(texts).toHaveText(before.toReversed());
});
