import { type Browser, expect, type Locator, type Page, test } from "@playwright/test";
import { logIn, type Member, newMember } from "#tests/e2e/support/member";
import { hydrated } from "#tests/e2e/support/page-errors";
import { publishAnswer, publishArticle, publishQuestion, unique } from "#tests/e2e/support/publish";

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: RegExp) => main(page).getByRole("button", { name }).first();
const unread = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^通知/ });

for (const scripts of [true, false]) {
  test.describe(scripts ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled: scripts });
    let author: Member;
    let reader: Member;
    test.beforeEach(async ({ context, baseURL }) => {
      [author, reader] = await Promise.all([newMember(), newMember()]);
      await logIn(context, reader, baseURL);
    });
    const open = async (page: Page, path: string) => {
      await page.goto(path);
      if (scripts) await hydrated(page);
    };
    /** The author's browser. */
    const authors = async (browser: Browser, baseURL: string | undefined, path: string) => {
      const context = await browser.newContext({ javaScriptEnabled: scripts, ...(baseURL ? { baseURL } : {}) });
      await logIn(context, author, baseURL);
      const page = await context.newPage();
      await open(page, path);
      return page;
    };
    /** Clicks, and waits for the server, because scripts update the page before that. */
    const press = async (control: Locator) => {
      const stored = control.page().waitForResponse((response) => response.request().method() === "POST");
      await control.click();
      await stored;
    };
    /** Checks a page that was open all the time: with scripts it is updated live, without by the next page. */
    const expectUnread = async (page: Page, name: string | RegExp) => {
      if (!scripts) await page.reload();
      await expect(unread(page)).toHaveAccessibleName(name);
    };
    /** Performs an action, checks its label, and undoes it. */
    const expectSwitch = async (page: Page, off: RegExp, on: RegExp) => {
      await press(button(page, off));
      await expect(button(page, on)).toHaveAttribute("aria-pressed", "true");
      await open(page, page.url());
      await press(button(page, on));
      await expect(button(page, off)).toHaveAttribute("aria-pressed", "false");
      await open(page, page.url());
      await press(button(page, off));
      await expect(button(page, on)).toBeVisible();
    };

    test("an article is liked and favorited, both are undone, and it is found among one's own", async ({
      page,
      baseURL,
    }) => {
      const title = unique("值得收藏的文章");
      await open(page, await publishArticle(author, baseURL, title));
      await expectSwitch(page, /^喜欢$/, /^已喜欢 ?1$/);
      await expectSwitch(page, /^收藏$/, /^已收藏 ?1$/);
      await page.goto(`/u/${reader.userId}/collection/article`);
      await expect(main(page).getByRole("link", { name: title })).toBeVisible();
    });

    test("a comment written on a page of its own returns to its place", async ({ page, baseURL }) => {
      const path = await publishArticle(author, baseURL, unique("在别处评论的文章"));
      await page.goto(path);
      const on = await page.locator('.comment-form input[name="on"]').getAttribute("value");
      await open(page, `/write/comment?on=${on}&next=${encodeURIComponent(path)}`);
      await main(page).getByLabel("写评论").fill("在自己的一页里写的");
      await main(page).getByRole("button", { name: "发布评论" }).click();
      await expect(page).toHaveURL(new RegExp(`${path}#comment-\\d+$`));
      await expect(page.locator(".comment").filter({ hasText: "在自己的一页里写的" })).toBeVisible();
    });

    test("a comment is written, answered and deleted, and the other member is notified", async ({
      page,
      browser,
      baseURL,
    }) => {
      const path = await publishArticle(author, baseURL, unique("大家来讨论的文章"));
      const other = await authors(browser, baseURL, "/about");
      await expect(unread(other)).toHaveAccessibleName("通知");
      await open(page, path);
      const comments = page.locator("section.comments");
      await comments.getByLabel("写评论").fill("  ");
      await comments.getByRole("button", { name: "发布评论" }).click();
      await expect(page.getByRole("main").getByLabel("写评论")).toHaveAttribute("aria-invalid", "true");
      await page.getByRole("main").getByLabel("写评论").fill("第一次来，请多指教");
      await page.getByRole("main").getByRole("button", { name: "发布评论" }).click();
      const mine = comments.locator(".comment").filter({ hasText: "第一次来，请多指教" });
      await expect(mine).toBeVisible();
      await expect(page).toHaveURL(new RegExp(path));

      await expectUnread(other, "通知，1 条未读");
      await unread(other).click();
      await other
        .getByRole("main")
        .getByRole("link", { name: /大家来讨论的文章/ })
        .click();
      // It loads a document, whose link leads to a page of its own until its scripts open a form in place.
      await expect(other).toHaveURL(/#comment-\d+$/);
      if (scripts) await hydrated(other);
      const theirs = other.locator("section.comments .comment").filter({ hasText: "第一次来，请多指教" }).first();
      await theirs.getByRole("link", { name: `回复 ${reader.nickname}` }).click();
      await (scripts ? theirs : main(other)).getByRole("textbox", { name: /^回复 / }).fill("欢迎欢迎");
      await other.getByRole("button", { name: "回复", exact: true }).click();
      await expect(theirs.locator(".comment").filter({ hasText: "欢迎欢迎" })).toBeVisible();

      await expectUnread(page, "通知，1 条未读");
      await page.goto("/notifications/comment");
      await expect(main(page).getByText("欢迎欢迎")).toBeVisible();
      if (scripts) await hydrated(page);
      // With scripts, viewing marks it as read, and it still stands out; without, a button does.
      if (scripts) await expect(page.locator(".news__one--new").filter({ hasText: "欢迎欢迎" })).toBeVisible();
      else await page.getByRole("button", { name: "全部已读" }).click();
      await expect(page.getByRole("button", { name: "全部已读" })).toHaveCount(0);
      await expect(unread(page)).toHaveAccessibleName("通知");
      await page.reload();
      await expect(main(page).getByText("欢迎欢迎")).toBeVisible();
      await expect(page.locator(".news__one--new")).toHaveCount(0);

      await open(page, path);
      await mine.getByLabel(`更多操作：${reader.nickname}的评论`).first().click();
      await mine.getByRole("button", { name: "删除" }).first().click();
      await mine.getByRole("button", { name: "删除", exact: true }).nth(1).click();
      // It has a reply, so a placeholder stays.
      await expect(comments.getByText("该评论已删除")).toBeVisible();
      await expect(comments.getByText("欢迎欢迎")).toBeVisible();
      await expect(comments.getByText("第一次来，请多指教")).toHaveCount(0);
      // Deleted items are no longer reported.
      await other.goto("/notifications/comment");
      await expect(main(other).getByText("第一次来，请多指教")).toHaveCount(0);
    });

    test("a session that ends while a comment is written loses no input", async ({ page, baseURL }) => {
      const path = await publishArticle(author, baseURL, unique("看了很久才评论的文章"));
      await open(page, path);
      await main(page).getByLabel("写评论").fill("写了很久的评论");
      await page.context().clearCookies();
      await main(page).getByRole("button", { name: "发布评论" }).click();
      await expect(main(page).getByRole("alert")).toContainText("登录已失效，写好的评论还在下面");
      await expect(main(page).getByRole("link", { name: "在新窗口登录" })).toHaveAttribute("target", "_blank");
      await expect(main(page).getByLabel("写评论")).toHaveValue("写了很久的评论");
      await logIn(page.context(), reader, baseURL);
      await main(page).getByRole("button", { name: "发布评论" }).click();
      await expect(page.locator("section.comments .comment").filter({ hasText: "写了很久的评论" })).toBeVisible();
    });

    test("a question is followed, its answer voted for and accepted, and both members are notified", async ({
      page,
      browser,
      baseURL,
    }) => {
      const title = unique("怎样把一件小事坚持下来");
      const question = await publishQuestion(author, baseURL, title);
      await open(page, question);
      await press(button(page, /^关注问题/));
      await expect(button(page, /^已关注问题/)).toBeVisible();
      await open(page, await publishAnswer(reader, baseURL, question, "每天只做五分钟。"));
      const theAnswer = (where: Page) =>
        main(where)
          .getByRole("article", { name: `${reader.nickname}的回答` })
          .first();
      // One's own answer can't be accepted and is not reported.
      await expect(theAnswer(page)).toContainText("每天只做五分钟。");
      await expect(theAnswer(page).getByRole("button", { name: "采纳" })).toHaveCount(0);

      const other = await authors(browser, baseURL, question);
      // Follows and votes are reported if they were not withdrawn within ten seconds.
      await expect(unread(other)).toHaveAccessibleName(/^通知，[12] 条未读$/);
      await press(theAnswer(other).getByRole("button", { name: /^赞同/ }));
      await expect(theAnswer(other).getByRole("button", { name: /^已赞同 ?1$/ })).toBeVisible();
      await press(theAnswer(other).getByRole("button", { name: "反对" }));
      await expect(theAnswer(other).getByRole("button", { name: "已反对" })).toBeVisible();
      await expect(theAnswer(other).getByRole("button", { name: /^赞同$/ })).toBeVisible();
      await press(theAnswer(other).getByRole("button", { name: /^赞同/ }));
      await press(theAnswer(other).getByRole("button", { name: "采纳" }));
      await expect(theAnswer(other).getByText("已被提问者采纳")).toBeVisible();

      await expectUnread(page, /^通知，[12] 条未读$/);
      await page.goto("/notifications/like");
      await expect(main(page).getByText("采纳了你的回答")).toBeVisible();
      await press(theAnswer(other).getByRole("button", { name: "取消采纳" }));
      await expect(theAnswer(other).getByText("已被提问者采纳")).toHaveCount(0);
    });

    test("a person is followed, and listed among the followed", async ({ page }) => {
      await open(page, `/u/${author.userId}/qna/answer`);
      await press(main(page).getByRole("button", { name: `关注 ${author.nickname}` }));
      await page.goto(`/u/${reader.userId}/follow/follow`);
      await expect(main(page).getByRole("link", { name: author.nickname }).first()).toBeVisible();
    });
  });
}

/** Distance of the last one in pixels from the bottom of the window, and whether it is centred. */
async function placeOf(page: Page, selector: string) {
  return page
    .locator(selector)
    .last()
    .evaluate((element) => {
      const { left, right, bottom } = element.getBoundingClientRect();
      const sides = left - (document.documentElement.clientWidth - right);
      return { bottom: Math.round(window.innerHeight - bottom), middle: Math.abs(sides) <= 1 };
    });
}

test("a failed request is reported, its effect is rolled back, and the input is kept", async ({
  page,
  context,
  baseURL,
}) => {
  const [author, reader] = await Promise.all([newMember(), newMember()]);
  await logIn(context, reader, baseURL);
  const path = await publishArticle(author, baseURL, unique("断网时点赞的文章"));
  await page.goto(path);
  await hydrated(page);
  const comment = main(page).getByLabel("写评论");
  await comment.fill("写了很久的评论");
  const lost = page.getByText("网络出了点问题，请稍后重试");
  for (const cut of ["offline", "a proxy's page"]) {
    if (cut === "offline") await context.setOffline(true);
    else await page.route("**/*.data*", (route) => route.fulfill({ status: 502, body: "<h1>Bad Gateway</h1>" }));
    await button(page, /^喜欢$/).click();
    await expect(lost.first()).toBeVisible();
    await expect.poll(() => placeOf(page, ".toast")).toEqual({ bottom: 16, middle: true });
    await expect(button(page, /^喜欢$/)).toHaveAttribute("aria-pressed", "false");
    await main(page).getByRole("button", { name: "发布评论" }).click();
    await expect(main(page).getByRole("alert").filter({ has: lost })).toBeVisible();
    await expect(comment).toHaveValue("写了很久的评论");
    await context.setOffline(false);
    await page.unrouteAll();
  }
  await main(page).getByRole("button", { name: "发布评论" }).click();
  await expect(page.locator(".comment").filter({ hasText: "写了很久的评论" })).toBeVisible();
  await expect(page).toHaveURL(path);
});

test("text typed while a comment is being sent is kept, also over a reload, and sent next", async ({
  page,
  context,
  baseURL,
}) => {
  const [author, reader] = await Promise.all([newMember(), newMember()]);
  await logIn(context, reader, baseURL);
  await page.goto(await publishArticle(author, baseURL, unique("有人一口气评论的文章")));
  await hydrated(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const sent: string[] = [];
  await page.route("**/write/comment.data*", async (route) => {
    sent.push(route.request().method());
    await held;
    await route.continue();
  });
  const field = main(page).getByLabel("写评论");
  await field.fill("第一句");
  await field.press("Control+Enter");
  await page.keyboard.type("，第二句");
  // Not submitted again with other words.
  await field.press("Control+Enter");
  release();
  const written = (text: string) => page.locator(".comment__text").getByText(text, { exact: true });
  await expect(written("第一句")).toBeVisible();
  await expect(field).toHaveValue("第一句，第二句");
  expect(sent.filter((method) => method === "POST")).toHaveLength(1);
  await expect(page.getByText("评论已发布")).toBeVisible();
  await page.reload();
  await hydrated(page);
  await expect(field).toHaveValue("第一句，第二句");
  await field.press("Control+Enter");
  await expect(written("第一句，第二句")).toBeVisible();
  await expect(field).toHaveValue("");
});

test("people are offered after an @ in a comment, whose name is then a link to them", async ({
  page,
  context,
  baseURL,
}) => {
  const [author, reader] = await Promise.all([newMember(), newMember()]);
  await logIn(context, reader, baseURL);
  await page.goto(await publishArticle(author, baseURL, unique("评论里叫人的文章")));
  await hydrated(page);
  const field = main(page).getByLabel("写评论", { exact: true });
  await field.pressSequentially(`请看 @${author.nickname.slice(0, -1)}`);
  await expect(page.getByRole("listbox", { name: "提到谁" }).getByRole("option")).toHaveText([author.nickname]);
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue(`请看 @${author.nickname} `);
  await button(page, /^发布评论$/).click();
  const link = main(page)
    .locator(".comment__text")
    .getByRole("link", { name: `@${author.nickname}` });
  await expect(link).toHaveAttribute("href", `/u/${author.userId}`);
  await link.click();
  await expect(page.getByRole("heading", { name: author.nickname })).toBeVisible();
});

test("Ctrl+Enter sends a comment as it is, though people are offered", async ({ page, context, baseURL }) => {
  const [author, reader] = await Promise.all([newMember(), newMember()]);
  await logIn(context, reader, baseURL);
  await page.goto(await publishArticle(author, baseURL, unique("评论里不叫人的文章")));
  await hydrated(page);
  const field = main(page).getByLabel("写评论", { exact: true });
  const typed = `请看 @${author.nickname.slice(0, -1)}`;
  await field.pressSequentially(typed);
  await expect(page.getByRole("listbox", { name: "提到谁" })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(main(page).locator(".comment__text")).toHaveText(typed);
  await expect(page.getByRole("listbox", { name: "提到谁" })).toBeHidden();
});
