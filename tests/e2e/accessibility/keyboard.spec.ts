import { expect, type Locator, type Page, test } from "@playwright/test";
import { demoDatabase } from "#tests/e2e/support/demo-database";
import { LONG_THREAD } from "#tests/e2e/support/long-thread";
import { logIn, newMember, PASSWORD } from "#tests/e2e/support/member";
import { hydrated, open } from "#tests/e2e/support/page-errors";
import { publishArticle, unique } from "#tests/e2e/support/publish";
import { replyTo } from "#tests/e2e/support/reply-to";
import { transact } from "#upstream/db/transact";
import { setUserFollow } from "#upstream/modules/follow/write";

/** Late enough for a notification to be shown: what is undone at once is not. */
const A_MINUTE_AGO = new Date(Date.now() - 60_000);
/** Upper bound of tab stops on any page. */
const STOPS_MAX = 80;

const focused = (control: Locator) =>
  control.evaluateAll((all) => all.some((element) => element === document.activeElement));

/** Moves to a control by Tab, and checks that the focus is visible. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let stops = 0; stops < STOPS_MAX; stops += 1) {
    if (await focused(control)) {
      expect(await page.evaluate(() => document.activeElement?.matches(":focus-visible"))).toBe(true);
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`not to be reached by Tab: ${control}`);
}

async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press("Enter");
}

/**
 * Waits for the tools for readers at a computer, which load after the page works and place the focus in lists: their
 * help opens by a key.
 */
async function toolsLoaded(page: Page): Promise<void> {
  const help = page.getByRole("dialog", { name: "键盘快捷键" });
  await expect(async () => {
    await page.keyboard.press("?");
    await expect(help).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
}

/** The focus is within the page, not back at its beginning. */
const expectPlace = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);

test("log in, ask, comment, like and delete by keyboard alone", async ({ page }) => {
  test.setTimeout(60_000);
  const { phone, nickname } = await newMember({ password: true });
  const main = page.getByRole("main");
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, "/about");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "跳到正文" })).toBeFocused();

  await press(page, page.getByRole("banner").getByRole("link", { name: "登录" }));
  const dialog = page.getByRole("dialog", { name: "登录", exact: true });
  await expect(dialog.getByLabel("手机号")).toBeVisible();
  await press(page, dialog.getByRole("link", { name: "密码登录" }));
  await tabTo(page, dialog.getByLabel("手机号"));
  await page.keyboard.type(phone);
  await page.keyboard.press("Tab");
  await expect(dialog.getByLabel("密码", { exact: true })).toBeFocused();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: `${nickname}的菜单` })).toBeVisible();
  await expectPlace(page);

  // A menu opens and closes, and returns the focus.
  const menu = page.getByRole("button", { name: `${nickname}的菜单` });
  await press(page, menu);
  await expect(page.locator("[popover=auto]:popover-open")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator("[popover=auto]:popover-open")).toHaveCount(0);
  await expect(menu).toBeFocused();
  await page.keyboard.press("Enter");
  await press(page, page.locator("[popover=auto]:popover-open").getByRole("link", { name: "提问" }));
  await expect(page).toHaveURL("/write/question");
  const words = unique("只用键盘能不能提问");
  await expect(page.getByLabel("标题", { exact: true })).toBeVisible();
  await tabTo(page, page.getByLabel("标题", { exact: true }));
  await page.keyboard.type(words);
  await tabTo(page, page.locator("textarea[name=content]"));
  await page.keyboard.type("不碰鼠标，从头到尾。");
  await press(page, page.locator("button[value=publish]"));
  await expect(page.getByRole("heading", { level: 1, name: words })).toBeVisible();

  await press(page, main.getByRole("link", { name: /评论$/ }).first());
  await tabTo(page, main.getByLabel("写评论"));
  await page.keyboard.type("写给自己的评论");
  await page.keyboard.press("Control+Enter");
  const comment = page.locator(".comment").filter({ hasText: "写给自己的评论" });
  await expect(comment).toBeVisible();
  await expect(main.getByLabel("写评论")).toBeFocused();
  const like = comment.getByRole("button", { name: /喜欢/ });
  await press(page, like);
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await expect(like).toBeFocused();

  await press(page, comment.getByLabel(/^更多操作/).first());
  const remove = comment.getByRole("button", { name: "删除", exact: true });
  await press(page, remove.first());
  await expect(page.locator("[popover=auto]:popover-open")).toBeVisible();
  // Escape closes only the dialog, and the focus returns to where it was opened.
  await page.keyboard.press("Escape");
  await expect(page.locator("[popover=auto]:popover-open")).toHaveCount(0);
  await expect(remove.first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("[popover=auto]:popover-open")).toBeVisible();
  await press(page, page.locator("[popover=auto]:popover-open").getByRole("button", { name: "删除", exact: true }));
  await expect(comment).toHaveCount(0);
  await expectPlace(page);
});

test("what is focused in a side column higher than the window is seen", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 740 });
  await open(page, "/");
  await page.locator(".columns__main a").last().focus();
  await page.keyboard.press("Tab");
  for (let stops = 0; stops < 5; stops += 1) {
    const control = page.locator(".columns__side :focus");
    await expect.soft(control).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Tab");
  }
});

test("the link to the top covers nothing that is focused on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, LONG_THREAD.path);
  await page.locator(".comment__foot").first().scrollIntoViewIfNeeded();
  await page.locator(".comment__foot a").first().focus();
  for (let stops = 0; stops < STOPS_MAX; stops += 1) {
    await page.keyboard.press("Tab");
    const covered = await page.evaluate(() => {
      const { x, y, width, height } = document.activeElement?.getBoundingClientRect() ?? new DOMRect();
      const shown = document.elementFromPoint(x + width / 2, y + height / 2);
      return shown?.closest(".to-top") !== null && !document.activeElement?.closest(".to-top");
    });
    expect(covered, `stop ${stops}`).toBe(false);
  }
});

test("another page of a list is read from its beginning", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 740 });
  await open(page, "/question");
  await toolsLoaded(page);
  await page.getByRole("navigation", { name: "分页" }).getByRole("link", { name: "下一页" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/question?page=2");
  await expect(page.locator("#main")).toBeFocused();

  await open(page, LONG_THREAD.path);
  await toolsLoaded(page);
  await page.getByRole("link", { name: "查看更早的评论" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "回到最新评论" })).toBeVisible();
  await expect(page.locator("section.comments")).toBeFocused();

  await page.goto(LONG_THREAD.path);
  await page
    .getByRole("link", { name: /^查看全部/ })
    .first()
    .click();
  await expect(page.getByRole("link", { name: "查看接下来的回复" })).toBeVisible();
  await hydrated(page);
  await toolsLoaded(page);
  await page.getByRole("link", { name: "查看接下来的回复" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "从第一条回复看起" })).toBeInViewport();
  await expect(page.locator(".comment:focus")).toHaveCount(1);
});

test("after all replies are opened, one goes on at the first that was not shown before", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 740 });
  await open(page, LONG_THREAD.path);
  await toolsLoaded(page);
  const all = page.getByRole("link", { name: /^查看全部/ }).first();
  const thread = page.locator(".comment").filter({ has: all }).first();
  const shown = await thread.locator(".comments__replies > ol > li").count();
  await all.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "查看接下来的回复" })).toBeVisible();
  const place = page.locator(".comments__replies > ol > li").nth(shown);
  await expect(place).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(place.getByRole("link").first()).toBeFocused();
});

test("a button that sends keeps the focus, and refuses presses until it is answered", async ({
  page,
  context,
  baseURL,
}) => {
  const member = await newMember();
  await logIn(context, member, baseURL);
  await page.setViewportSize({ width: 1280, height: 740 });
  await open(page, await publishArticle(member, baseURL, unique("自己评论的文章")));
  let sent = 0;
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/write/comment*", async (route) => {
    sent += 1;
    await asked;
    await route.fulfill({ response: await replyTo(route) });
  });
  await page.getByRole("main").getByLabel("写评论").fill(unique("连按两次也只发一条"));
  await page.keyboard.press("Tab");
  const button = page.locator(".comment-form button[type=submit]").first();
  await expect(button).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(button).toHaveText("正在发布…");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Space");
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await expect(button).toBeFocused();
  answer();
  await expect(button).toHaveText("发布评论");
  await expect(button).toBeFocused();
  await expect(button).not.toHaveAttribute("aria-disabled");
  expect(sent).toBe(1);
});

test("after all notifications are marked as read, one goes on in the page", async ({ page, context, baseURL }) => {
  const [member, fan] = [await newMember(), await newMember()];
  const { db } = await demoDatabase();
  const follow = { followerId: fan.userId, followedId: member.userId, on: true };
  await transact(db, (trx) => setUserFollow(trx, { clock: () => A_MINUTE_AGO }, follow));
  await logIn(context, member, baseURL);
  await page.setViewportSize({ width: 1280, height: 740 });
  await open(page, "/notifications/comment");
  const button = page.getByRole("button", { name: "全部已读" });
  await press(page, button);
  await expect(button).toHaveCount(0);
  await expectPlace(page);
});
