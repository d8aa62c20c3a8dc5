import { expect, type Page, test } from "@playwright/test";
import { anArticle } from "#tests/e2e/support/browser-pages";
import { holdScripts } from "#tests/e2e/support/hold-scripts";
import { logIn, type Member, newMember } from "#tests/e2e/support/member";
import { OWN_CONTEXT } from "#tests/e2e/support/own-context";
import { hydrated, open } from "#tests/e2e/support/page-errors";
import { unique } from "#tests/e2e/support/publish";
import { UNSENT_FORMS, type UnsentForm } from "#tests/e2e/support/unsent-forms";

test.use(OWN_CONTEXT);

let member: Member;
test.beforeEach(async ({ context, baseURL }) => {
  member = await newMember();
  await logIn(context, member, baseURL);
});

const formOf = (page: Page, { kind }: UnsentForm) => page.locator(`form[data-unsent^="${kind}"]`).first();

async function type(page: Page, form: UnsentForm, fields: UnsentForm["typed"]): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    const field = formOf(page, form).locator(`[name="${name}"]`);
    if (typeof value !== "string") for (const one of value) await field.and(page.locator(`[value="${one}"]`)).check();
    else if ((await field.evaluate(({ tagName }) => tagName)) === "SELECT") await field.selectOption(value);
    else await field.fill(value);
  }
}

async function expectTyped(page: Page, form: UnsentForm, fields = form.typed): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    const field = formOf(page, form).locator(`[name="${name}"]`);
    if (typeof value === "string") await expect(field).toHaveValue(value);
    else for (const one of value) await expect(field.and(page.locator(`[value="${one}"]`))).toBeChecked();
  }
}

/** Types, and waits until it is saved: the script for that loads when a field is first used. */
async function typeToKeep(page: Page, form: UnsentForm): Promise<void> {
  await type(page, form, form.typed);
  const [first = ""] = Object.values(form.typed).flat();
  await expect.poll(() => stored(page)).toContain(first);
}

/** The form stays empty, even after what might restore it has run. */
async function expectNothing(page: Page, form: UnsentForm): Promise<void> {
  await page.waitForLoadState("networkidle");
  for (const value of Object.values(form.typed).flat()) {
    const texts = await page.locator("form[data-unsent] :is(input:not([type=checkbox], [type=radio]), textarea)").all();
    expect(await Promise.all(texts.map((text) => text.inputValue()))).not.toContain(value);
  }
}

const send = (page: Page, form: UnsentForm) => formOf(page, form).locator("button[type=submit]").last().click();
const stored = (page: Page) => page.evaluate(() => JSON.stringify([sessionStorage, localStorage]));

for (const form of UNSENT_FORMS) {
  test(`${form.kind} keeps its input over a reload, a link and Back, and an ended session, for its writer alone`, async ({
    page,
    context,
    baseURL,
  }) => {
    const path = await form.path({ member, baseURL });
    await open(page, path);
    await form.show?.(page);
    await typeToKeep(page, form);
    await page.reload();
    await expectTyped(page, form);
    const key = formOf(page, form).locator("input[name=idempotencyKey]");
    const keys = () => key.evaluateAll((fields: HTMLInputElement[]) => fields.map(({ value }) => value));
    const before = await keys();
    await context.setOffline(true);
    await send(page, form);
    await expect(page.getByText("网络出了点问题，请稍后重试").first()).toBeVisible();
    await expectTyped(page, form);
    expect(await keys(), "stored once, if it was received").toEqual(before);
    await context.setOffline(false);

    // Its action may have added a hash to the path.
    const here = page.url();
    await page.getByRole("link", { name: /首页/ }).first().click();
    await expect(page).not.toHaveURL(here);
    await page.goBack();
    await expectTyped(page, form);
    // Another member's input must not be visible.
    await context.clearCookies();
    await logIn(context, await newMember(), baseURL);
    await open(page, path);
    await expectNothing(page, form);
    await context.clearCookies();
    await logIn(context, member, baseURL);
    await open(page, path);
    await expectTyped(page, form);

    await context.clearCookies();
    await send(page, form);
    if (form.ended && "says" in form.ended) {
      await expect(page.getByRole("alert").filter({ hasText: form.ended.says })).toBeVisible();
      await expectTyped(page, form);
    } else if (form.ended) await expect(page).toHaveURL(form.ended.leads);
    else await expect(page.getByText("已收到你的填写")).toBeVisible();
    await logIn(context, member, baseURL);
    await open(page, path);
    if (form.ended) await expectTyped(page, form);
    else {
      // A form that needs no session has been submitted.
      await expectNothing(page, form);
      await typeToKeep(page, form);
    }

    await page.getByRole("button", { name: `${member.nickname}的菜单` }).click();
    await page.getByRole("button", { name: "退出登录" }).click();
    await expect(page.getByRole("banner").getByRole("link", { name: "登录" })).toBeVisible();
    await logIn(context, member, baseURL);
    await open(page, path);
    await expectNothing(page, form);
  });
}

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  // A reply has a separate page there, with a comment's form.
  for (const form of UNSENT_FORMS.filter(({ kind }) => kind !== "reply:")) {
    test(`${form.kind} comes back with its input for every kind of refusal`, async ({ page, context, baseURL }) => {
      await page.goto(await form.path({ member, baseURL }));
      await form.show?.(page);
      await formOf(page, form).evaluate((element: HTMLFormElement) => {
        element.noValidate = true;
      });
      const refused = { ...form.typed, ...form.refused };
      await type(page, form, refused);
      await send(page, form);
      await expect(page.locator('[aria-invalid="true"]')).not.toHaveCount(0);
      const { [Object.keys(form.refused)[0] ?? ""]: _, ...others } = form.typed;
      await expectTyped(page, form, others);
      if (!form.ended) return;
      await type(page, form, form.typed);
      await context.clearCookies();
      await send(page, form);
      await expect(page.getByRole("alert").filter({ hasText: "登录已失效" })).toBeVisible();
      await expectTyped(page, form);
      await expect(page.getByRole("link", { name: "在新窗口登录" })).toHaveAttribute("target", "_blank");
    });
  }
});

test("a profile shows that it holds unsaved input, which can be discarded", async ({ page }) => {
  const form = UNSENT_FORMS.find(({ kind }) => kind === "account-profile");
  if (!form) throw new Error("no such form");
  await open(page, "/account/profile");
  await typeToKeep(page, form);
  await page.reload();
  await expect(page.getByText("还没有提交的内容")).toBeVisible();
  await page.getByRole("button", { name: "不要了" }).click();
  await expect(page.locator("[name=headline]")).toHaveValue("");
  await expect(page.getByText("还没有提交的内容")).toBeHidden();
  await type(page, form, form.typed);
  await send(page, form);
  await expect(page.getByText("资料已保存")).toBeVisible();
  expect(await stored(page)).not.toContain("写到一半");
  await page.reload();
  await expectTyped(page, form);
  await expect(page.getByText("还没有提交的内容")).toBeHidden();
});

for (const kind of ["account-phone", "account-mail"]) {
  test(`${kind} stays open and has the focus when its unsent input is discarded`, async ({ page }) => {
    const form = UNSENT_FORMS.find((one) => one.kind === kind);
    if (!form) throw new Error("no such form");
    const [name = ""] = Object.keys(form.typed);
    await open(page, "/account/secure");
    await form.show?.(page);
    await typeToKeep(page, form);
    await page.reload();
    await formOf(page, form).getByRole("button", { name: "不要了" }).click();
    const field = formOf(page, form).locator(`[name="${name}"]`);
    await expect(formOf(page, form).getByText("还没有提交的内容")).toHaveCount(0);
    await expect(field).toBeVisible();
    await expect(field).toBeFocused();
    await expect(field).toHaveValue("");
  });
}

test("all of a refused form is kept, also once one of its fields was corrected", async ({ page }) => {
  await open(page, "/account/profile");
  const headline = page.locator("[name=headline]");
  const nickname = page.locator("[name=nickname]");
  await headline.fill("写到一半的介绍");
  await nickname.fill("管理员");
  await expect.poll(() => stored(page)).toContain("写到一半的介绍");
  await page.getByRole("button", { name: "保存" }).first().click();
  await expect(nickname).toHaveAttribute("aria-invalid", "true");
  await nickname.fill("改过的名字");
  await expect.poll(() => stored(page)).toContain("改过的名字");
  await page.reload();
  await expect(nickname).toHaveValue("改过的名字");
  await expect(headline).toHaveValue("写到一半的介绍");
  await page.getByRole("button", { name: "保存" }).first().click();
  await expect(page.getByText("资料已保存")).toBeVisible();
  await headline.fill("保存之后又改");
  await expect.poll(() => stored(page)).toContain("保存之后又改");
  expect(await stored(page), "what was saved").not.toContain("改过的名字");
});

test("the text of a published comment does not come back, and one typed before the scripts loaded is kept", async ({
  page,
  baseURL,
}) => {
  const form = UNSENT_FORMS.find(({ kind }) => kind === "comment:");
  if (!form) throw new Error("no such form");
  const path = await form.path({ member, baseURL });
  const release = await holdScripts(page);
  await page.goto(path);
  await type(page, form, form.typed);
  release();
  await expect.poll(() => stored(page)).toContain("写到一半的评论");
  await expectTyped(page, form);
  await send(page, form);
  await expect(page.locator(".comment").filter({ hasText: "写到一半的评论" })).toBeVisible();
  expect(await stored(page)).not.toContain("写到一半的评论");
  await expectNothing(page, form);
});

test("unsent input is deleted after a week", async ({ page }) => {
  const later = (days: number) => page.clock.setFixedTime(Date.now() + days * 24 * 60 * 60 * 1000);
  await open(page, "/login/complete");
  await page.locator("[name=nickname]").fill("起到一半的名字");
  await expect.poll(() => stored(page)).toContain("起到一半的名字");
  await later(6);
  await page.reload();
  await expect(page.locator("[name=nickname]")).toHaveValue("起到一半的名字");
  // The current input is saved again.
  await later(14);
  await page.reload();
  await expect.poll(() => stored(page)).not.toContain("起到一半的名字");
  await expect(page.locator("[name=nickname]")).toHaveValue("");
});

test("passwords, codes and files are never stored", async ({ page, context, baseURL }) => {
  await open(page, "/login/complete");
  await page.locator("[name=nickname]").fill("起到一半的名字");
  await page.locator("[name=password]").fill("不该留下的密码");
  await expect.poll(() => stored(page)).toContain("起到一半的名字");
  await open(page, "/zhiku/profile");
  await page.locator("[name=phone]").fill("13800009999");
  await page.locator("[name=code]").fill("909090");
  await page.locator("[name=name]").fill("林小满");
  await expect.poll(() => stored(page)).toContain("林小满");
  await logIn(context, await newMember({ password: true }), baseURL);
  await open(page, "/account/secure");
  for (const setting of await page.locator("details.setting").all()) await setting.locator("summary").click();
  for (const field of await page.locator(":is([name=currentCode], [name=code]):visible").all())
    await field.fill("909090");
  for (const field of await page.locator("[type=password]:visible").all()) await field.fill("不该留下的密码");
  await page.locator("[name=phone]").fill("13800008888");
  await expect.poll(() => stored(page)).toContain("13800008888");
  expect(await stored(page)).not.toMatch(/不该留下的密码|909090/);
});

test("a comment is not published by somebody who logs in meanwhile in another tab, unless they confirm", async ({
  page,
  context,
  baseURL,
}) => {
  const [first, second] = [await newMember(), await newMember()];
  await logIn(context, first, baseURL);
  await page.goto(await anArticle(page.request));
  await hydrated(page);
  const words = unique("换了账号以后发的评论");
  await page.getByLabel("写评论").fill(words);
  await logIn(context, second, baseURL);
  const publish = page.getByRole("button", { name: "发布评论" });
  await publish.click();
  await expect(page.getByText("这是用另一个账号填的")).toBeVisible();
  await expect(page.getByLabel("写评论")).toHaveValue(words);
  await publish.click();
  const comment = page.locator(".comment", { hasText: words }).first();
  await expect(comment.locator(`a[href="/u/${second.userId}"]`).first()).toBeVisible();
});
