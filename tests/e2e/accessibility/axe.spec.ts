import { expect, type Page, test } from "@playwright/test";
import { expectNothing, violations } from "#tests/e2e/support/axe-violations";
import { freshPhone } from "#tests/e2e/support/browser-codes";
import { anArticle, PAGE_KINDS } from "#tests/e2e/support/browser-pages";
import { logIn, newMember, onAnotherDevice } from "#tests/e2e/support/member";
import { MEMBER_PAGES } from "#tests/e2e/support/member-pages";
import { open, saveData } from "#tests/e2e/support/page-errors";

test.describe.configure({ timeout: 60_000 });
test.beforeEach(({ page }) => saveData(page));

for (const { name, path } of PAGE_KINDS) {
  test(`${name}: axe finds nothing`, async ({ page, request }) => {
    await open(page, await path(request));
    await expectNothing(page);
  });
}

for (const { name, path, prepare } of MEMBER_PAGES) {
  test(`${name}, as a member: axe finds nothing`, async ({ page, context, baseURL }) => {
    const member = await newMember();
    await logIn(context, member, baseURL);
    await open(page, await path({ member, baseURL }));
    await prepare?.(page);
    await expectNothing(page);
  });
}

const publish = (page: Page) => page.locator("button[value=publish]").click();

/** Refused forms with errors at their fields. */
const REFUSED: readonly { name: string; path: string; stranger?: true; send: (page: Page) => Promise<void> }[] = [
  {
    name: "a form",
    path: "/form/1",
    stranger: true,
    async send(page) {
      await expect(page.locator("main form")).toHaveJSProperty("noValidate", true);
      await page.getByLabel("邮箱").fill("lin@");
      await page.getByRole("button", { name: "提交" }).click();
      await expect(page.getByRole("alert")).toHaveText(/^有 \d+ 处需要修改$/);
    },
  },
  {
    name: "a login",
    path: "/login",
    stranger: true,
    send: (page) => page.getByRole("main").getByRole("button", { name: "登录", exact: true }).last().click(),
  },
  {
    name: "a login by password",
    path: "/login?tab=password",
    stranger: true,
    async send(page) {
      await page.getByLabel("手机号").fill("1");
      await page.getByRole("main").getByRole("button", { name: "登录", exact: true }).last().click();
    },
  },
  {
    name: "the end of a registration",
    path: "/login/complete",
    async send(page) {
      await page.getByLabel("密码（可选）").fill("1");
      await page.getByRole("button", { name: "完成" }).click();
    },
  },
  {
    name: "an article",
    path: "/write/article",
    async send(page) {
      await page.getByLabel("标题", { exact: true }).fill("短");
      await page.getByRole("toolbar", { name: "格式" }).waitFor();
      await publish(page);
    },
  },
  {
    name: "a question",
    path: "/write/question",
    async send(page) {
      await page.locator("textarea[name=content]").click();
      await page.getByRole("toolbar", { name: "格式" }).waitFor();
      await publish(page);
    },
  },
  {
    name: "a comment",
    path: "/write/comment?on=case:1&next=/case/1",
    async send(page) {
      await page.getByLabel("写评论").fill(" ");
      await page.getByRole("button", { name: "发布评论" }).click();
    },
  },
  {
    name: "a report",
    path: "/report?on=case:1&next=/case/1",
    send: (page) => page.getByRole("button", { name: "提交举报" }).click(),
  },
  {
    name: "another phone number",
    path: "/account/secure",
    async send(page) {
      const setting = page.locator("details.setting").filter({ has: page.getByRole("heading", { name: "手机号" }) });
      await setting.locator("summary").click();
      await setting.getByRole("button", { name: "更换手机号" }).last().click();
    },
  },
];

for (const { name, path, stranger, send } of REFUSED) {
  test(`${name} that was refused: axe finds nothing`, async ({ page, context, baseURL }) => {
    if (!stranger) await logIn(context, await newMember(), baseURL);
    await open(page, path);
    await send(page);
    await expect(page.locator(".field__error").first()).toBeVisible();
    await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
    await expectNothing(page);
  });
}

test("a list of notifications and a member's menu: axe finds nothing", async ({ page, context, baseURL }) => {
  // The demo's first author, who has many notifications.
  await logIn(context, await onAnotherDevice({ ...(await newMember()), userId: 2 }, "axe"), baseURL);
  await open(page, "/notifications/comment");
  await expect(page.locator(".news__one").first()).toBeVisible();
  await page.getByRole("button", { name: /的菜单$/ }).click();
  await expect(page.locator(":popover-open")).toBeVisible();
  await expectNothing(page);
});

test("a captcha that is asked: axe finds nothing", async ({ page }) => {
  await open(page, "/login");
  await page.getByLabel("手机号").fill(freshPhone());
  await page.getByRole("button", { name: "获取验证码" }).click();
  await expect(page.getByRole("slider")).toBeEnabled();
  await expectNothing(page);
});

test("what is wrong with a form, and a toast: axe finds nothing", async ({ page, context, baseURL }) => {
  await logIn(context, await newMember(), baseURL);
  await open(page, "/account/profile");
  await page.getByLabel("昵称").fill("");
  await page.getByRole("button", { name: "保存" }).click();
  await expect(page.getByLabel("昵称")).toHaveAttribute("aria-invalid", "true");
  await expectNothing(page);
  await page.getByLabel("昵称").fill(`改名${freshPhone()}`);
  // A toast stays while the pointer is on it.
  await page.evaluate(() => {
    const later = window.setTimeout;
    const TOAST = 3000;
    window.setTimeout = ((work: () => void, ms?: number) => (ms === TOAST ? 0 : later(work, ms))) as typeof later;
  });
  await page.getByRole("button", { name: "保存" }).click();
  await expect(page.getByText("资料已保存")).toBeVisible();
  await expectNothing(page);
});

test("what asks for a login: axe finds nothing", async ({ page, request }) => {
  await open(page, await anArticle(request));
  await page.getByRole("main").getByRole("button", { name: /^喜欢/ }).first().click();
  const asking = page.getByRole("dialog", { name: "您需要先登录" });
  await expect(asking).toBeVisible();
  await expectNothing(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await asking.getByRole("button", { name: "登录" }).click();
  await expect(page.getByLabel("手机号")).toBeVisible();
  await expectNothing(page);
});

test("menus that are open: axe finds nothing", async ({ page }) => {
  await open(page, "/about");
  await page.getByRole("button", { name: "外观" }).click();
  await expect(page.getByRole("button", { name: "跟随系统" })).toBeVisible();
  await expectNothing(page);
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole("button", { name: "更多" }).click();
  await expect(page.locator(":popover-open")).toBeVisible();
  await expectNothing(page);
});

test("comments that are open: axe finds nothing", async ({ page }) => {
  await open(page, "/case/1");
  await expect(page.locator("section.comments .comment").first()).toBeVisible();
  await expectNothing(page);
});

test("axe detects a known violation", async ({ page }) => {
  await open(page, "/about");
  await page.locator("main h1").evaluate((heading) => {
    heading.innerHTML = '<button></button><img src="/images/picture.svg"><span>faint</span>';
    (heading.lastElementChild as HTMLElement).style.color = getComputedStyle(document.documentElement).backgroundColor;
  });
  const found = (await violations(page)).join("\n");
  expect(found).toContain("color-contrast");
  expect(found).toContain("button-name");
  expect(found).toContain("image-alt");
});
