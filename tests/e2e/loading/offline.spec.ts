import { expect, type Locator, type Page, test } from "@playwright/test";
import { anArticle } from "#tests/e2e/support/browser-pages";
import { open } from "#tests/e2e/support/page-errors";

const FAILED = "网络出了点问题，请稍后重试";

test.afterEach(({ context }) => context.setOffline(false));

/** Opens a page, and waits until the scripts for its forms have loaded. */
async function openWithForm(page: Page, path: string): Promise<void> {
  await open(page, path);
  await page.waitForLoadState("networkidle");
}

/** Fills in a login and submits it offline, by password and by code; all input must still be there. */
async function expectKept(page: Page, form: Locator): Promise<void> {
  const { pathname } = new URL(page.url());
  await form.getByRole("link", { name: "密码登录" }).click();
  await form.getByLabel("手机号").fill("13912345678");
  await form.getByLabel("密码").fill("一个记得住的密码");
  await page.context().setOffline(true);
  await form.getByRole("button", { name: "登录", exact: true }).last().click();
  await expect(form.getByRole("alert")).toHaveText(FAILED);
  await expect(form.getByLabel("手机号")).toHaveValue("13912345678");
  await expect(form.getByLabel("密码")).toHaveValue("一个记得住的密码");

  await form.getByRole("link", { name: "短信登录" }).click();
  await form.getByLabel("验证码").fill("12");
  await form.getByRole("button", { name: "获取验证码" }).click();
  await expect(form.getByText(FAILED)).toBeVisible();
  await expect(form.getByLabel("手机号")).toHaveValue("13912345678");
  await expect(form.getByLabel("验证码")).toHaveValue("12");
  await page.context().setOffline(false);
  await form.getByRole("button", { name: "获取验证码" }).click();
  await expect(form.getByText("请先完成验证")).toBeVisible();
  await expect(form.getByText(FAILED)).toBeHidden();
  expect(new URL(page.url()).pathname).toBe(pathname);
}

test("the login page reports a network failure, and keeps the input", async ({ page }) => {
  await openWithForm(page, "/login");
  await expectKept(page, page.getByRole("main"));
});

test("so does the login dialog", async ({ page, request }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await openWithForm(page, await anArticle(request));
  await page.getByRole("main").getByRole("button", { name: /^喜欢/ }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "登录" }).click();
  const dialog = page.getByRole("dialog", { name: "登录", exact: true });
  await expect(dialog.getByLabel("手机号")).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expectKept(page, dialog);
});

test("a code that can't be sent is reported at its field", async ({ page, context }) => {
  await openWithForm(page, "/login");
  const form = page.getByRole("main");
  await form.getByLabel("手机号").fill("13912345678");
  await form.getByRole("button", { name: "获取验证码" }).click();
  await form.getByRole("slider").waitFor();
  await context.setOffline(true);
  await form.getByRole("button", { name: "换一张" }).click();
  await expect(form.getByRole("alert")).toHaveText(FAILED);
  await expect(form.getByLabel("手机号")).toHaveValue("13912345678");
});

test("a form is sent once it can be, exactly once", async ({ page, context }) => {
  await openWithForm(page, "/form/1");
  const key = page.locator("input[name=idempotencyKey]");
  await expect(key).toHaveValue(/^[0-9a-f]{32}$/);
  const first = await key.inputValue();
  const send = () => page.getByRole("button", { name: "提交" }).click();
  await page.getByLabel("怎么称呼你").fill("小林");
  await page.getByLabel("邮箱").fill("lin@example.com");
  await page.getByLabel("你主要做什么").selectOption({ index: 1 });
  await page.getByLabel("从业年数").fill("3");
  await page.getByLabel("新版编辑器").check();
  await page.getByLabel("Mac", { exact: true }).check();
  await page.getByLabel("现在最不顺手的一件事").fill("移动端写长文时，工具栏会被键盘挡住，来回切换很费时间。");
  await context.setOffline(true);
  await send();
  await expect(page.getByRole("alert")).toHaveText(FAILED);
  await expect(page.getByLabel("怎么称呼你")).toHaveValue("小林");
  // Perhaps only the response was lost.
  await expect(key).toHaveValue(first);
  await context.setOffline(false);
  await send();
  await expect(page.getByText("已收到你的填写，谢谢")).toBeVisible();
});

test("if the login dialog can't be loaded, the login page opens", async ({ page, request }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const path = await anArticle(request);
  let gone = false;
  await page.route("**/assets/*.js", (route) =>
    route.request().resourceType() === "script" && gone ? route.abort() : route.continue(),
  );
  await open(page, path);
  gone = true;
  await page.getByRole("main").getByRole("button", { name: /^喜欢/ }).first().click();
  await page.waitForURL((url) => url.pathname === "/login" && url.searchParams.get("next") === path);
});
