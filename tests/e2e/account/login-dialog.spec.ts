import { expect, type Page, test } from "@playwright/test";
import { anArticle, aQuestion } from "#tests/e2e/support/browser-pages";
import { newMember, PASSWORD } from "#tests/e2e/support/member";
import { documentsOf, open } from "#tests/e2e/support/page-errors";

const WIDE = { width: 768, height: 900 };
const NARROW = { width: 360, height: 740 };
const asking = (page: Page) => page.getByRole("dialog", { name: "您需要先登录" });
const loggingIn = (page: Page) => page.getByRole("dialog", { name: "登录", exact: true });
const loginOf = (path: string) => `/login?next=${encodeURIComponent(path)}`;

const ACTIONS = [
  {
    what: "liking",
    on: anArticle,
    control: (page: Page) => page.getByRole("main").getByRole("button", { name: /^喜欢/ }).first(),
  },
  {
    what: "keeping",
    on: anArticle,
    control: (page: Page) => page.getByRole("main").getByRole("button", { name: /^收藏/ }).first(),
  },
  {
    what: "commenting",
    on: anArticle,
    control: (page: Page) => page.getByRole("main").getByRole("link", { name: "写下你的评论…" }).first(),
  },
  {
    what: "following",
    on: aQuestion,
    control: (page: Page) =>
      page
        .getByRole("main")
        .getByRole("button", { name: /^关注问题/ })
        .first(),
  },
  {
    what: "voting",
    on: aQuestion,
    control: (page: Page) => page.getByRole("main").getByRole("button", { name: /^赞同/ }).first(),
  },
] as const;

for (const { what, on, control } of ACTIONS) {
  test(`${what} asks for a login, which on wide screens happens in a dialog`, async ({ page, request }) => {
    await page.setViewportSize(WIDE);
    const path = await on(request);
    const documents = documentsOf(page);
    await open(page, path);
    await control(page).click();
    const dialog = asking(page);
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole("button", { name: "取消" })).toBeFocused();
    await dialog.getByRole("button", { name: "登录" }).click();
    await expect(asking(page)).toBeHidden();
    await expect(loggingIn(page)).toBeVisible();
    await expect(loggingIn(page).getByLabel("手机号")).toBeFocused();
    await expect(loggingIn(page).locator("input[name=next]")).toHaveValue(path);
    await expect(page).toHaveURL(path);
    expect(documents).toEqual([path]);
  });
}

test("on narrow screens the login has its own page, and returns", async ({ page, request }) => {
  await page.setViewportSize(NARROW);
  const path = await anArticle(request);
  await open(page, path);
  await ACTIONS[0].control(page).click();
  await asking(page).getByRole("button", { name: "登录" }).click();
  // To the place of the button, too.
  await expect(page).toHaveURL(loginOf(`${path}#reactions`));
  await expect(page.getByRole("heading", { level: 1, name: "登录" })).toBeVisible();
  await expect(page.locator("main input[name=next]")).toHaveValue(`${path}#reactions`);
  await page.goBack();
  await expect(page).toHaveURL(path);
  await expect(asking(page)).toBeHidden();
});

test("on narrow screens a vote is carried out by the login, which returns to its answer", async ({ page, request }) => {
  await page.setViewportSize(NARROW);
  const path = await aQuestion(request);
  await open(page, path);
  const answer = page.locator("article.answer").last();
  const place = await answer.getAttribute("id");
  await answer.getByRole("button", { name: /^赞同/ }).click();
  await asking(page).getByRole("button", { name: "登录" }).click();
  const { phone } = await newMember({ password: true });
  await expect(page).toHaveURL(loginOf(`${path}#${place}`));
  await page.getByRole("link", { name: "密码登录" }).click();
  await page.getByLabel("手机号").fill(phone);
  await page.getByLabel("密码", { exact: true }).fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "登录", exact: true }).click();
  await expect(page).toHaveURL(`${path}#${place}`);
  await expect(answer).toBeInViewport();
  await expect(answer.getByRole("button", { name: /^已赞同/ })).toBeVisible();
  await expect(page.locator(".frame__flash")).toContainText("已赞同");
});

test("登录 in the header opens the login directly", async ({ page, request }) => {
  const path = await anArticle(request);
  const login = page.getByRole("banner").getByRole("link", { name: "登录" });
  await page.setViewportSize(WIDE);
  await open(page, path);
  await login.click();
  await expect(loggingIn(page).getByLabel("手机号")).toBeVisible();
  await expect(asking(page)).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(loggingIn(page)).toBeHidden();
  await expect(login).toBeFocused();
  await login.click();
  await expect(loggingIn(page).getByLabel("手机号")).toBeVisible();
  await page.setViewportSize(NARROW);
  for (const _ of ["once", "and again"]) {
    await open(page, path);
    await login.click();
    await expect(page).toHaveURL(loginOf(path));
    await expect(asking(page)).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(path);
  }
});

for (const [way, leave] of [
  ["取消", (page: Page) => asking(page).getByRole("button", { name: "取消" }).click()],
  ["the cross", (page: Page) => asking(page).getByRole("button", { name: "关闭" }).click()],
  ["Escape", (page: Page) => page.keyboard.press("Escape")],
  ["a click beside it", (page: Page) => page.mouse.click(5, 5)],
] as const) {
  test(`${way} closes it and returns the focus`, async ({ page, request }) => {
    await page.setViewportSize(WIDE);
    const path = await anArticle(request);
    await open(page, path);
    const control = ACTIONS[0].control(page);
    await control.focus();
    await page.keyboard.press("Enter");
    await expect(asking(page)).toBeVisible();
    // The focus is inside, and stays there.
    expect(await asking(page).evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    await leave(page);
    await expect(asking(page)).toBeHidden();
    await expect(control).toBeFocused();
    await expect(page).toHaveURL(path);
    await control.click();
    await expect(asking(page)).toBeVisible();
  });
}

test("a selection that ends outside of it does not close it, and the input is kept", async ({ page, request }) => {
  await page.setViewportSize(WIDE);
  await open(page, await anArticle(request));
  await page.getByRole("banner").getByRole("link", { name: "登录" }).click();
  const field = loggingIn(page).getByLabel("手机号");
  await field.fill("13900000009");
  const { x, y, height } = (await field.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  await page.mouse.move(x + 80, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(5, y + height / 2);
  await page.mouse.up();
  await page.keyboard.type("1");
  await expect(field).toHaveValue(/^1/);
  await expect(field).toBeFocused();
  await page.mouse.click(5, 5);
  await expect(loggingIn(page)).toBeHidden();
});

test("Escape closes the login within a page as well, and the focus returns to where it was", async ({
  page,
  request,
}) => {
  await page.setViewportSize(WIDE);
  await open(page, await anArticle(request));
  const control = ACTIONS[0].control(page);
  await control.focus();
  await page.keyboard.press("Enter");
  await asking(page).getByRole("button", { name: "登录" }).press("Enter");
  await expect(loggingIn(page).getByLabel("手机号")).toBeVisible();
  expect(await loggingIn(page).evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  await page.keyboard.press("Escape");
  await expect(loggingIn(page)).toBeHidden();
  await expect(control).toBeFocused();
});

test("a click with a modifier opens a new tab", async ({ page, context, request }) => {
  await page.setViewportSize(WIDE);
  const path = await anArticle(request);
  await open(page, path);
  const opened = context.waitForEvent("page");
  await ACTIONS[2].control(page).click({ modifiers: ["Control"] });
  await expect(await opened).toHaveURL(loginOf(path));
  await expect(asking(page)).toBeHidden();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  for (const { what, on, control } of ACTIONS) {
    test(`${what} leads to the login page`, async ({ page, request }) => {
      const path = await on(request);
      await page.goto(path);
      await control(page).click();
      await expect(page.getByRole("heading", { level: 1, name: "登录" })).toBeVisible();
      // Back to the answer itself, if it was about one, or to the buttons below the text.
      const next = new URL(page.url()).searchParams.get("next") ?? "";
      expect(next.replace(/#(?:answer-\w+|reactions)$/, "")).toBe(path);
    });
  }
});
