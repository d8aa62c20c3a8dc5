import { expect, type Page, test } from "@playwright/test";
import { forgetLimits, forgetWechat, freshPhone } from "#tests/e2e/support/browser-codes";
import { anArticle, aQuestion } from "#tests/e2e/support/browser-pages";
import { proveByCode } from "#tests/e2e/support/code-steps";
import { newMember, PASSWORD } from "#tests/e2e/support/member";
import { documentsOf, hydrated } from "#tests/e2e/support/page-errors";

test.beforeEach(forgetLimits);

const main = (page: Page) => page.getByRole("main");
/** Someone who logs in by code may be new, and accepts the terms. */
const agree = (page: Page) =>
  main(page)
    .getByRole("checkbox", { name: /^我已阅读并同意/ })
    .check();
const submit = (page: Page) => main(page).getByRole("button", { name: "登录", exact: true }).last();
const code = (page: Page) => main(page).locator(".code-field");

async function byPassword(page: Page, phone: string, password: string): Promise<void> {
  const form = page.locator(".login-form");
  await form.getByRole("link", { name: "密码登录" }).click();
  await form.getByLabel("手机号").fill(phone);
  await form.getByLabel("密码", { exact: true }).fill(password);
  await form.getByLabel("密码", { exact: true }).press("Enter");
}

async function logOut(page: Page, nickname: string): Promise<void> {
  await page.getByRole("button", { name: `${nickname}的菜单` }).click();
  await page.getByRole("button", { name: "退出登录" }).click();
  await expect(page.getByText("已退出登录")).toBeVisible();
}

for (const scripts of [true, false]) {
  test.describe(scripts ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled: scripts });
    const open = async (page: Page, path: string) => {
      await page.goto(path);
      if (scripts) await hydrated(page);
    };

    test("register with a code, log out, log in with a password", async ({ page }) => {
      // Unique, even in repeated runs.
      const nickname = `新人${freshPhone().slice(-8)}`;
      const phone = freshPhone();
      await open(page, "/login?next=%2Fabout");
      await page.getByLabel("手机号").fill(phone);
      await proveByCode(code(page), { scripts, phone });
      await agree(page);
      await submit(page).click();
      await expect(page).toHaveURL(`/login/complete?next=${encodeURIComponent("/about")}`);
      await page.getByLabel("昵称").fill(nickname);
      await page.getByLabel("密码（可选）").fill("12345678");
      await page.getByRole("button", { name: "完成" }).click();
      await expect(page.getByLabel("密码（可选）")).toHaveAttribute("aria-invalid", "true");
      await expect(page.getByLabel("昵称")).toHaveValue(nickname);
      await page.getByLabel("密码（可选）").fill(PASSWORD);
      await page.getByRole("button", { name: "完成" }).click();
      await expect(page).toHaveURL("/about");
      await expect(page.getByText(`${nickname}，欢迎加入`)).toBeVisible();

      // From a members-only page, logging out redirects home.
      await open(page, "/account/secure");
      await logOut(page, nickname);
      await expect(page).toHaveURL("/");
      await page.goto("/account/secure");
      await expect(page).toHaveURL("/");

      await open(page, "/login?next=%2Faccount%2Fsecure");
      await byPassword(page, phone, "不是这个");
      await expect(page.getByRole("alert")).toContainText("手机号或密码错误");
      await expect(page.getByLabel("手机号")).toHaveValue(phone);
      await page.getByLabel("密码", { exact: true }).fill(PASSWORD);
      await submit(page).click();
      await expect(page).toHaveURL("/account/secure");
    });

    test("a member logs in with a code", async ({ page }) => {
      const { phone, nickname } = await newMember();
      await open(page, "/login?next=%2Fcase");
      await page.getByLabel("手机号").fill(phone);
      await proveByCode(code(page), { scripts, phone });
      await agree(page);
      const typed = page.getByLabel("验证码", { exact: true });
      const right = await typed.inputValue();
      await typed.fill(right === "000000" ? "000001" : "000000");
      await submit(page).click();
      await expect(typed).toHaveAttribute("aria-invalid", "true");
      await typed.fill(right);
      await typed.press("Enter");
      await expect(page).toHaveURL("/case");
      await expect(page.getByRole("button", { name: `${nickname}的菜单` })).toBeVisible();
    });

    test("by WeChat: consent there, a phone number here once, then directly", async ({ page }) => {
      const person = scripts ? "在海边写代码的阿念" : "微信里的阿岚";
      forgetWechat(person);
      const scan = async (who: string) => {
        await open(page, "/login?tab=weixin&next=%2Fabout");
        // Next to the frame, or in its place if there is none.
        await page.getByRole("link", { name: /^(微信扫码登录|打开微信的授权页面)$/ }).click();
        await page.getByRole("link", { name: who }).click();
      };
      await scan("拒绝");
      await expect(page.getByText("你取消了微信授权")).toBeVisible();
      await scan(person);
      await expect(page).toHaveURL(/\/wxlogin\?state=[\w-]+&obj=/);
      await expect(page.getByRole("heading", { name: "还差一步" })).toBeVisible();
      if (scripts) await hydrated(page);
      const phone = freshPhone();
      await page.getByLabel("手机号").fill(phone);
      await proveByCode(code(page), { scripts, phone });
      await agree(page);
      await page.getByRole("button", { name: "验证并登录" }).last().click();
      await expect(page).toHaveURL(/\/login\/complete/);
      await page.getByLabel("昵称").fill(`微信来的${phone.slice(-6)}`);
      await page.getByLabel("密码（可选）").fill(PASSWORD);
      await page.getByRole("button", { name: "完成" }).click();
      await expect(page).toHaveURL("/about");

      await page.context().clearCookies();
      await scan(person);
      await expect(page).toHaveURL("/about");
      await expect(page.getByRole("button", { name: /的菜单$/ })).toBeVisible();

      await open(page, "/account/secure");
      const setting = page
        .locator("details.setting")
        .filter({ has: page.getByRole("heading", { name: "微信", exact: true }) });
      // Both require the owner's renewed verification.
      const prove = async (then: string) => {
        await setting.locator("summary").click();
        await setting.getByRole("textbox", { name: "登录密码" }).fill(PASSWORD);
        await setting.getByRole("button", { name: then }).last().click();
      };
      await prove("解除绑定");
      await expect(page.getByText("已解除微信绑定")).toBeVisible();
      await prove("下一步");
      await setting.getByRole("link", { name: "去微信扫码绑定" }).click();
      await page.getByRole("link", { name: person }).click();
      await expect(page).toHaveURL("/account/secure");
      await expect(setting).toContainText("已绑定");
    });

    for (const { what, on, button, done } of [
      { what: "liking", on: anArticle, button: /^喜欢/, done: /^已喜欢/ },
      { what: "following", on: aQuestion, button: /^关注问题/, done: /^已关注问题/ },
      { what: "voting", on: aQuestion, button: /^赞同/, done: /^已赞同/ },
    ]) {
      test(`${what} was requested before the login, and is carried out after it`, async ({ page, request }) => {
        const { phone } = await newMember({ password: true });
        await page.setViewportSize({ width: 1280, height: 800 });
        const path = await on(request);
        const documents = documentsOf(page);
        await open(page, path);
        await main(page).getByRole("button", { name: button }).first().click();
        if (scripts) {
          await page.getByRole("dialog", { name: "您需要先登录" }).getByRole("button", { name: "登录" }).click();
        }
        await byPassword(page, phone, PASSWORD);
        await expect(main(page).getByRole("button", { name: done }).first()).toHaveAttribute("aria-pressed", "true");
        expect(new URL(page.url()).pathname).toBe(path);
        // With scripts the page stays; only the dialog closes.
        if (scripts) expect(documents).toEqual([path]);
        await page.reload();
        await expect(main(page).getByRole("button", { name: done }).first()).toBeVisible();
      });
    }
  });
}

test("pressing Enter twice sends a code once, and it can be used once", async ({ page }) => {
  const { phone, nickname } = await newMember();
  await page.goto("/login?next=%2Fcase");
  await hydrated(page);
  await page.getByLabel("手机号").fill(phone);
  await proveByCode(code(page), { scripts: true, phone });
  await agree(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const sent: string[] = [];
  await page.route("**/login.data*", async (route) => {
    if (route.request().method() === "POST") sent.push(route.request().postData() ?? "");
    const answer = await route.fetch().catch(() => null);
    await held;
    if (answer) await route.fulfill({ response: answer }).catch(() => {});
  });
  const typed = page.getByLabel("验证码", { exact: true });
  await typed.press("Enter");
  await typed.press("Enter");
  await expect.poll(() => sent.length).toBeGreaterThan(0);
  release();
  await expect(page).toHaveURL("/case");
  await expect(page.getByRole("button", { name: `${nickname}的菜单` })).toBeVisible();
  expect(sent).toHaveLength(1);
});

test("a browser that refuses cookies is told before it logs in", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, "cookieEnabled", { get: () => false }));
  await page.goto("/login");
  await hydrated(page);
  await expect(main(page).getByRole("alert")).toHaveText("浏览器禁用了 Cookie，允许后才能登录");
});
