import { expect, type Locator, type Page, test } from "@playwright/test";
import { freshPhone } from "#tests/e2e/support/browser-codes";
import { logIn, type Member, newMember } from "#tests/e2e/support/member";
import { hydrated, open } from "#tests/e2e/support/page-errors";
import { publishQuestion, unique } from "#tests/e2e/support/publish";
import { UNSENT_FORMS } from "#tests/e2e/support/unsent-forms";
import { newReader } from "#tests/e2e/support/zhiku-reader";

type Row = {
  name: string;
  path: (where: { member: Member; baseURL: string | undefined }) => Promise<string>;
  /** Opens the form. */
  show?: (page: Page) => Promise<void>;
  form: (page: Page) => Locator;
  /** Invalid input, by field name. */
  typed: Record<string, string | string[]>;
  /** The submit button; by default the last one. */
  button?: string;
  /** Valid input, by field name; digits by default. */
  mended?: Record<string, string | string[]>;
  visitor?: true;
};

const setting = (page: Page, title: string) =>
  page.locator("details.setting").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const inSetting = (title: string): Pick<Row, "path" | "show" | "form"> => ({
  path: async () => "/account/secure",
  show: (page) => setting(page, title).locator("summary").click(),
  form: (page) => setting(page, title).locator("form"),
});
const editor: Pick<Row, "form" | "button" | "mended"> = {
  form: (page) => page.locator("form.editor"),
  button: "发布",
  mended: { title: "一个足够长的标题", content: "正文" },
};

/** Every form with field errors; those with words of their own have their rows elsewhere. */
const ROWS: readonly Row[] = [
  ...UNSENT_FORMS.map(
    ({ kind, path, show, typed, refused }): Row => ({
      name: kind,
      path,
      ...(show ? { show } : {}),
      form: (page) => page.locator(`form[data-unsent^="${kind}"]`).first(),
      typed: { ...typed, ...refused },
      mended: typed,
    }),
  ),
  {
    name: "report without a reason",
    path: async () => "/report?on=case:1&next=/case/1",
    form: (page) => page.locator('form[data-unsent^="report:"]'),
    typed: {},
  },
  ...(["sms", "password"] as const).map(
    (tab): Row => ({
      name: `login by ${tab}`,
      path: async () => `/login?tab=${tab}`,
      form: (page) => page.getByRole("main").locator("form.login-form__fields"),
      typed: { phone: "12" },
      visitor: true,
    }),
  ),
  {
    name: "a phone number for who comes by WeChat",
    path: async () => "/login?tab=weixin",
    async show(page) {
      // No test proceeds to an account with it.
      const frame = page.frameLocator('iframe[title="微信扫码登录"]');
      await frame.getByRole("link", { name: "摄影师老周" }).click();
      await expect(page.getByRole("heading", { name: "还差一步" })).toBeVisible();
      await hydrated(page);
    },
    form: (page) => page.getByRole("main").locator("form.login-form__fields"),
    typed: { phone: "12" },
    visitor: true,
  },
  { name: "a number to send a code to", ...inSetting("手机号"), typed: { phone: "12" }, button: "获取验证码" },
  { name: "password", ...inSetting("密码"), typed: { oldPassword: "不是这个", newPassword: "短" } },
  { name: "WeChat", ...inSetting("微信"), typed: { password: "不是这个" } },
  { name: "closing", ...inSetting("注销账号"), typed: {} },
  { name: "closing, for sure", ...inSetting("注销账号"), typed: { sure: ["yes"] } },
  { name: "a question", path: async () => "/write/question", typed: { title: "短" }, ...editor },
  { name: "an article", path: async () => "/write/article", typed: {}, ...editor },
  {
    name: "an answer",
    path: async ({ member, baseURL }) => {
      const question = await publishQuestion(member, baseURL, unique("还没有回答的问题"));
      return `/write/answer?question=${question.split("/").at(-1)}`;
    },
    typed: {},
    ...editor,
  },
];

async function fillIn(form: Locator, fields: Record<string, string | string[]>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    const field = form.locator(`[name="${name}"]:visible`);
    if (typeof value !== "string") for (const one of value) await field.and(form.locator(`[value="${one}"]`)).check();
    else if ((await field.evaluate(({ tagName }) => tagName)) === "SELECT") await field.selectOption(value);
    else await field.fill(value);
  }
}

for (const { name, path, show, form: formIn, typed, button, mended = {}, visitor } of ROWS) {
  test(`${name}: an error at a field disappears when the field changes`, async ({ page, context, baseURL }) => {
    const member = await newMember({ password: name !== "registration" });
    if (!visitor) await logIn(context, member, baseURL);
    await open(page, await path({ member, baseURL }));
    await show?.(page);
    const form = formIn(page);
    await form.evaluate((element: HTMLFormElement) => {
      element.noValidate = true;
    });
    await fillIn(form, typed);
    const buttons = button ? form.getByRole("button", { name: button }) : form.locator("button[type=submit]:visible");
    await buttons.last().click();
    const wrong = form.locator('[aria-invalid="true"]:visible');
    await expect(wrong).not.toHaveCount(0);
    // The focus is on the first of them. An editor whose scripts had not loaded is reloaded as a page, with the error
    // visible.
    if (name !== "registration" && !button) await expect(wrong.first()).toBeFocused();
    for (let left = await wrong.count(); left > 0; left -= 1) {
      await expect(form.locator(".field__error:visible")).not.toHaveCount(0);
      const field = wrong.first();
      const messages = await describedBy(field);
      expect(messages).not.toEqual("");
      const about = await field.evaluate((element) => {
        element.dataset.changed = "";
        return { name: element.getAttribute("name") ?? "", type: element.getAttribute("type"), role: element.role };
      });
      const changed = form.locator("[data-changed]");
      if (about.role === "radiogroup") await changed.getByRole("radio").first().check();
      else if (about.type === "checkbox") await changed.check();
      else await changed.fill([mended[about.name] ?? "123456"].flat()[0] ?? "");
      await expect(changed).not.toHaveAttribute("aria-invalid", "true");
      await expect.poll(() => describedBy(changed)).not.toBe(messages);
      await expect(wrong).toHaveCount(left - 1);
      await changed.evaluate((element) => delete element.dataset.changed);
    }
    await expect(form.locator(".field__error:visible")).toHaveCount(0);
  });
}

/** A field's descriptions besides its label; each must exist. */
const describedBy = (field: Locator): Promise<string> =>
  field.evaluate((element) =>
    (element.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .filter(Boolean)
      .map((id) => {
        const part = document.getElementById(id);
        if (!part) throw new Error(`nothing has the id ${id}`);
        return part.textContent ?? "";
      })
      .join("\n"),
  );

test.afterEach(({ context }) => context.setOffline(false));

test("an error about a code that could not be sent disappears when a code is typed", async ({ page, context }) => {
  await open(page, "/login");
  const form = page.getByRole("main").locator("form.login-form__fields");
  await form.getByLabel("手机号").fill("13900000001");
  await context.setOffline(true);
  await form.getByRole("button", { name: "获取验证码" }).click();
  const code = form.locator("[name=code]");
  await expect(code).toHaveAttribute("aria-invalid", "true");
  await expect(form.getByText("网络出了点问题")).toBeVisible();
  await code.fill("123456");
  await expect(code).not.toHaveAttribute("aria-invalid", "true");
  await expect(form.getByText("网络出了点问题")).toBeHidden();
});

test("an error about a code disappears when another is requested, and the reason why that failed is shown", async ({
  page,
}) => {
  await open(page, "/login");
  const form = page.getByRole("main").locator("form.login-form__fields");
  const wrong = form.getByText("验证码错误或已失效");
  const logInNow = () => form.getByRole("button", { name: "登录", exact: true }).last().click();
  const ask = async () => {
    await form.getByRole("button", { name: "获取验证码" }).click();
    await page.getByRole("button", { name: /自动验证/ }).click();
  };
  await form.getByLabel("手机号").fill(freshPhone());
  await form.locator("[name=code]").fill("000000");
  await form.locator("[name=agreed]").check();
  await logInNow();
  await expect(wrong).toBeVisible();
  await page.route("**/actions/sms-code.data*", (route) => route.abort());
  await ask();
  await expect(form.getByText("网络出了点问题")).toBeVisible();
  await expect(wrong).toBeHidden();
  await page.unroute("**/actions/sms-code.data*");
  await ask();
  await expect(form.getByText("验证码已发送")).toBeVisible();
  await expect(form.locator("[name=code]")).not.toHaveAttribute("aria-invalid", "true");
  await logInNow();
  await expect(wrong).toBeVisible();
  await expect(form.getByText("验证码已发送")).toBeHidden();
});

test("a refused professional profile focuses the first wrong field, whichever it is", async ({
  page,
  context,
  baseURL,
}) => {
  await logIn(context, await newReader({ profile: "complete" }), baseURL);
  await open(page, "/zhiku/profile");
  const field = (name: string) => page.locator(`form.zhiku-profile [name=${name}]`);
  const save = () => page.getByRole("main").getByRole("button", { name: "保存" }).last().click();
  await field("position").fill(" ");
  await field("email").fill("lin@");
  await save();
  await expect(field("position")).toBeFocused();
  await expect(field("position")).toHaveAttribute("aria-invalid", "true");
  await field("position").fill("产品经理");
  await field("phone").focus();
  await save();
  await expect(field("email")).toBeFocused();
  await expect(field("position")).not.toHaveAttribute("aria-invalid", "true");
});

test("an error about captcha letters disappears when others are typed, even if the scripts load late", async ({
  page,
}) => {
  let late = true;
  page.on("request", (request) => {
    if (request.postData()?.includes("captchaAnswer")) late = false;
  });
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    if (late) return route.abort();
    const response = await route.fetch();
    if ((await response.text()).includes("captcha__letters")) await arrived;
    await route.fulfill({ response });
  });
  await page.goto("/login");
  const form = page.getByRole("main").locator("form.login-form__fields");
  await form.getByLabel("手机号").fill("13900000001");
  await form.getByRole("button", { name: "获取验证码" }).click();
  const letters = form.locator("[name=captchaAnswer]");
  await letters.fill("错");
  await form.getByRole("button", { name: "发送验证码" }).click();
  await expect(letters).toHaveAttribute("aria-invalid", "true");
  await hydrated(page);
  await letters.fill("ABCDE");
  // The field's own scripts may load later.
  await expect(letters).toHaveAttribute("aria-invalid", "true");
  arrive();
  await expect(letters).not.toHaveAttribute("aria-invalid", "true");
});

test("an error corrected before the scripts loaded disappears once they have", async ({ page }) => {
  let late = true;
  page.on("request", (request) => {
    if (request.method() === "POST") late = false;
  });
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    if (late) return route.abort();
    await arrived;
    await route.continue();
  });
  await page.goto("/login");
  const form = page.getByRole("main").locator("form.login-form__fields");
  const field = (name: string) => form.locator(`[name=${name}]`);
  await field("phone").fill("12");
  await field("agreed").check();
  await form.getByRole("button", { name: "登录", exact: true }).last().click();
  await expect(field("phone")).toHaveAttribute("aria-invalid", "true");
  await field("phone").fill("13900000001");
  await expect(field("phone")).toHaveAttribute("aria-invalid", "true");
  arrive();
  await expect(field("phone")).not.toHaveAttribute("aria-invalid", "true");
  await expect(field("code")).toHaveAttribute("aria-invalid", "true");
});
