import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { logIn, newMember, PASSWORD } from "#tests/e2e/support/member";
import { open } from "#tests/e2e/support/page-errors";
import { publishAnswer, publishArticle, publishQuestion, unique } from "#tests/e2e/support/publish";
import { newReader } from "#tests/e2e/support/zhiku-reader";

const main = (page: Page) => page.getByRole("main");
const asking = (page: Page) => page.getByRole("dialog", { name: "您需要先登录" });

/** Ends the session elsewhere, unknown to the browser. */
async function endLogin(context: BrowserContext, baseURL: string | undefined): Promise<void> {
  await logIn(context, { userId: 0, nickname: "", phone: "", token: "x".repeat(43) }, baseURL);
}
const hasToken = async (context: BrowserContext) => (await context.cookies()).some(({ name }) => name === "token");

/** Only the dialog reports it; the cookie is deleted, and the page's content stays. */
async function expectAsked(page: Page): Promise<void> {
  await expect(asking(page)).toBeVisible();
  await expect(page.locator(".toast")).toHaveCount(0);
  expect(await hasToken(page.context())).toBe(false);
}

test.describe("on wide screens", () => {
  test.use({ viewport: { width: 1280, height: 900 } });

  test("a button asks for the login in place, is then carried out, and no input is lost", async ({
    page,
    context,
    baseURL,
  }) => {
    const [author, reader] = await Promise.all([newMember(), newMember({ password: true })]);
    await logIn(context, reader, baseURL);
    const path = await publishArticle(author, baseURL, unique("登录在别处结束的文章"));
    await open(page, path);
    await main(page).getByLabel("写评论").fill("还没有发布的评论");
    await endLogin(context, baseURL);
    const like = main(page).getByRole("button", { name: /^喜欢/ }).first();
    await like.click();
    await expectAsked(page);
    await asking(page).getByRole("button", { name: "取消" }).click();
    await expect(asking(page)).toBeHidden();
    await expect(main(page).getByLabel("写评论")).toHaveValue("还没有发布的评论");

    await endLogin(context, baseURL);
    await like.click();
    await expectAsked(page);
    await asking(page).getByRole("button", { name: "登录" }).click();
    const form = page.getByRole("dialog", { name: "登录", exact: true });
    await form.getByRole("link", { name: "密码登录" }).click();
    await form.getByLabel("手机号").fill(reader.phone);
    await form.getByLabel("密码", { exact: true }).fill(PASSWORD);
    await form.getByRole("button", { name: "登录", exact: true }).click();
    await expect(form).toBeHidden();
    await expect(
      main(page)
        .getByRole("button", { name: /^已喜欢/ })
        .first(),
    ).toHaveAttribute("aria-pressed", "true");
    await expect(main(page).getByLabel("写评论")).toHaveValue("还没有发布的评论");
    await expect(page).toHaveURL(path);
  });

  test("accepting an answer and deleting a comment ask for it as well", async ({ page, context, baseURL }) => {
    const [asker, other] = await Promise.all([newMember(), newMember()]);
    const path = await publishQuestion(asker, baseURL, unique("谁来回答这个问题？"));
    await publishAnswer(other, baseURL, path, "这样回答就好，理由有三条。");
    await logIn(context, asker, baseURL);
    await open(page, path);
    await endLogin(context, baseURL);
    await main(page).getByRole("button", { name: "采纳" }).click();
    await expectAsked(page);
    await asking(page).getByRole("button", { name: "取消" }).click();

    await logIn(context, asker, baseURL);
    await open(page, await publishArticle(other, baseURL, unique("有一条评论的文章")));
    await main(page).getByLabel("写评论").fill("马上要删掉的评论");
    await main(page).getByRole("button", { name: "发布评论" }).click();
    const comment = main(page).locator(".comment").filter({ hasText: "马上要删掉的评论" });
    await comment
      .getByLabel(/^更多操作/)
      .first()
      .click();
    await comment.getByRole("button", { name: "删除" }).first().click();
    await expect(page.locator(".toast")).toHaveCount(0);
    await endLogin(context, baseURL);
    await comment.getByRole("button", { name: "删除", exact: true }).nth(1).click();
    await expectAsked(page);
  });
});

test("without scripts a button redirects to the login and back, without a message", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  const path = await publishArticle(await newMember(), baseURL, unique("没有脚本也能喜欢的文章"));
  await logIn(context, await newMember(), baseURL);
  await page.goto(path);
  await endLogin(context, baseURL);
  await main(page).getByRole("button", { name: /^喜欢/ }).first().click();
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`${path}#reactions`)}`);
  await expect(page.locator(".frame__flash")).toHaveCount(0);
  expect(await hasToken(context)).toBe(false);
  await context.close();
});

test("in zhiku a button replaces the page with the home page", async ({ page, context, baseURL }) => {
  await logIn(context, await newReader({ favorites: 1 }), baseURL);
  await open(page, "/zhiku?sort=hot");
  await page.getByRole("navigation", { name: "知库导航" }).getByRole("link", { name: "收藏" }).click();
  const kept = main(page).getByRole("button", { name: /^已收藏/ });
  await expect(kept).toBeVisible();
  await endLogin(context, baseURL);
  const before = await page.evaluate(() => history.length);
  await kept.click();
  await expect(page).toHaveURL("/zhiku");
  expect(await page.evaluate(() => history.length)).toBe(before);
  expect(await hasToken(context)).toBe(false);
  await expect(page.locator(".toast")).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL("/zhiku?sort=hot");
});

test("a background reply about an ended session replaces zhiku's page with the home page", async ({
  page,
  context,
  baseURL,
}) => {
  await logIn(context, await newReader({ entitled: true }), baseURL);
  await open(page, "/zhiku?sort=hot");
  await main(page).locator(".items a[href^='/zhiku/article/']").first().click();
  await expect(page).toHaveURL(/\/zhiku\/article\//);
  await expect(main(page).locator("article .prose").first()).toBeVisible();
  const before = await page.evaluate(() => history.length);
  await endLogin(context, baseURL);
  await page.mouse.wheel(0, 1200);
  await expect(page).toHaveURL("/zhiku");
  expect(await page.evaluate(() => history.length)).toBe(before);
  expect(await hasToken(context)).toBe(false);
  await expect(page.locator(".toast")).toHaveCount(0);
});

for (const scripts of [true, false]) {
  test(`the account's security page stays open when its session ends, ${scripts ? "with" : "without"} scripts`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: scripts, ...(baseURL ? { baseURL } : {}) });
    const page = await context.newPage();
    const member = await newMember({ password: true });
    await logIn(context, member, baseURL);
    for (const [title, button] of [
      ["手机号", "更换手机号"],
      ["密码", "修改密码"],
      ["微信", "下一步"],
      ["注销账号", "永久注销账号"],
    ] as const) {
      await logIn(context, member, baseURL);
      await (scripts ? open(page, "/account/secure") : page.goto("/account/secure"));
      const setting = page
        .locator("details.setting")
        .filter({ has: page.getByRole("heading", { name: title, exact: true }) });
      await setting.locator("summary").click();
      await endLogin(context, baseURL);
      await setting.getByRole("button", { name: button }).last().click();
      await expect(setting.getByRole("alert")).toContainText("登录已失效");
      await expect(setting.getByRole("link", { name: "在新窗口登录" })).toBeVisible();
      await expect(page).toHaveURL(/\/account\/secure(?:#\w+)?$/);
      expect(await hasToken(context)).toBe(false);
    }
    await context.close();
  });
}
