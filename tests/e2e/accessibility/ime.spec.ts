import { type CDPSession, expect, type Locator, type Page, test } from "@playwright/test";
import { kindsWithPaths, PAGE_KINDS } from "#tests/e2e/support/browser-pages";
import { logIn, newMember } from "#tests/e2e/support/member";
import { MEMBER_PAGES } from "#tests/e2e/support/member-pages";
import { OWN_CONTEXT } from "#tests/e2e/support/own-context";
import { hydrated, open } from "#tests/e2e/support/page-errors";

test.use(OWN_CONTEXT);

/** Text fields on each kind of page, by name; a missing one fails its page's test. */
const FIELDS: Record<string, readonly string[]> = {
  "correcting a comment": ["text"],
  login: ["phone", "code"],
  "login, letters": ["phone", "code", "captchaAnswer"],
  form: ["nickname", "email", "phone", "years", "website", "reason"],
  "not found": ["q"],
  "search start": ["q"],
  "search, found": ["q"],
  "search, nothing found": ["q"],
  "component gallery": ["nickname", "phone"],
  "end of registration": ["nickname", "password"],
  report: ["detail"],
  profile: ["nickname", "headline", "company", "city", "bio"],
  security: ["currentCode", "phone", "code", "code", "newPassword", "code", "address", "code"],
  appeal: ["words"],
  "appeal of who is banned": ["words"],
  "taking an author over": ["token"],
  "suggesting a change": ["title", "content", "reason"],
  "a change that is suggested": ["answer"],
  "new folder": ["name"],
  "writing a question": ["title", "content", "标签"],
  "writing an article": ["title", "content", "标签"],
  "own question, answering": ["content"],
  "own article, replying": ["text", "text"],
  "comments without scripts": ["text"],
  "professional profile": ["name", "company", "department", "position", "email", "phone"],
};

const TEXT_FIELDS =
  "textarea, input:not([type=hidden], [type=checkbox], [type=radio], [type=file], [type=submit], [type=range])";
/** keyCode of every key that an input method handles. */
const TAKEN = 229;

/** Keys while candidates are shown: Enter selects one, Escape cancels, and none is meant for the page. */
async function pressTaken(ime: CDPSession, key: string, modifiers = 0): Promise<void> {
  const event = { key, code: key, windowsVirtualKeyCode: TAKEN, nativeVirtualKeyCode: TAKEN, modifiers };
  await ime.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...event });
  await ime.send("Input.dispatchKeyEvent", { type: "keyUp", ...event });
}

const CONTROL = 2;
/** Milliseconds. Longer than the delay of suggestions. */
const PAUSE = 700;

/** Types 你好 with an input method, and every key that could be misinterpreted. */
async function compose(ime: CDPSession, field: Locator): Promise<void> {
  await field.fill("");
  await field.focus();
  for (const text of ["n", "ni", "nihao"]) {
    await ime.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
  }
  for (const key of ["Enter", "Escape", "Tab", "ArrowDown"]) await pressTaken(ime, key);
  for (const key of ["Enter", "b", "k"]) await pressTaken(ime, key, CONTROL);
  await ime.send("Input.insertText", { text: "你好" });
  // Safari ends the composition before it reports the Enter that ended it.
  await pressTaken(ime, "Enter");
}

/** Text fields of a page, with their names in the list above. */
async function fieldsOf(scope: Locator): Promise<{ name: string; field: Locator }[]> {
  const all = await scope.locator(TEXT_FIELDS).all();
  const visible = await Promise.all(all.map((field) => field.isVisible()));
  const shown = all.filter((_, at) => visible[at]);
  const nameOf = (field: Locator) =>
    field.evaluate(
      (element) =>
        (element as HTMLInputElement).name || (element as HTMLInputElement).labels?.[0]?.textContent?.trim() || "",
    );
  return Promise.all(shown.map(async (field) => ({ field, name: await nameOf(field) })));
}

/** Counts submitted forms, by key or script. */
async function countSubmits(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = window as unknown as { submits: number };
    counted.submits = 0;
    const count = () => {
      counted.submits += 1;
    };
    document.addEventListener("submit", count, { capture: true });
  });
  return () => page.evaluate(() => (window as unknown as { submits: number }).submits);
}

async function expectSafe(page: Page, name: string, scope: Locator): Promise<void> {
  const fields = await fieldsOf(scope);
  expect(fields.map((each) => each.name)).toEqual(FIELDS[name] ?? []);
  const submits = await countSubmits(page);
  const ime = await page.context().newCDPSession(page);
  const path = page.url();
  for (const { field } of fields) {
    const isNumber = (await field.getAttribute("type")) === "number";
    if (isNumber) continue;
    await compose(ime, field);
    await expect(field).toHaveValue("你好");
    await expect(field).toBeFocused();
  }
  expect(await submits()).toBe(0);
  expect(page.url()).toBe(path);
}

for (const { name, path } of PAGE_KINDS.filter((kind) => kind.name in FIELDS)) {
  test(`${name}: every field works with an input method`, async ({ page, request }) => {
    await open(page, await path(request));
    await expectSafe(page, name, page.getByRole("main"));
  });
}

for (const { name, path, prepare } of MEMBER_PAGES.filter((kind) => kind.name in FIELDS)) {
  test(`${name}, as a member: every field works with an input method`, async ({ page, context, baseURL }) => {
    const member = await newMember();
    await logIn(context, member, baseURL);
    await open(page, await path({ member, baseURL }));
    await prepare?.(page);
    await expectSafe(page, name, page.getByRole("main"));
  });
}

test("captcha letters, which appear with a page: every field works with an input method", async ({ page }) => {
  await open(page, "/login");
  await page.getByLabel("手机号").fill("13912345678");
  // Like a browser whose scripts are late.
  await page.locator("main form").evaluate((form: HTMLFormElement) => {
    const intent = Object.assign(document.createElement("input"), { name: "intent", value: "send-code:login" });
    form.append(intent);
    HTMLFormElement.prototype.submit.call(form);
  });
  await page.getByLabel("图中的 5 个字符").waitFor();
  await hydrated(page);
  await expectSafe(page, "login, letters", page.getByRole("main"));
});

test("the other pages have no field except the search", async ({ page, request, context, baseURL }) => {
  test.setTimeout(60_000);
  const visit = async (name: string, path: string) => {
    await page.goto(path, { waitUntil: "domcontentloaded" });
    expect((await fieldsOf(page.getByRole("main"))).map((field) => `${name}: ${field.name}`)).toEqual([]);
  };
  for (const { name, path } of await kindsWithPaths(request)) if (!(name in FIELDS)) await visit(name, path);
  const member = await newMember();
  await logIn(context, member, baseURL);
  for (const { name, path } of MEMBER_PAGES) if (!(name in FIELDS)) await visit(name, await path({ member, baseURL }));
});

test("the search field in the header: choosing a candidate does not search, the next Enter does", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, "/about");
  const field = page.getByRole("banner").getByRole("searchbox", { name: "搜索" });
  await compose(await page.context().newCDPSession(page), field);
  await expect(page).toHaveURL("/about");
  await expect(field).toHaveValue("你好");
  await field.press("Enter");
  await expect(page).toHaveURL(`/search/all?q=${encodeURIComponent("你好")}`);
});

test("suggestions wait until the composition has ended", async ({ page, context, baseURL }) => {
  await logIn(context, await newMember(), baseURL);
  await open(page, "/write/question");
  const body = page.locator("textarea[name=content]");
  await body.click();
  await page.getByRole("toolbar", { name: "格式" }).waitFor();
  await hydrated(page);
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (/^\/write\/(?:mentions|similar)/.test(pathname)) asked.push(`${pathname} ${[...searchParams.values()].join()}`);
  });
  const ime = await context.newCDPSession(page);
  await page.clock.install();
  await body.pressSequentially("@");
  await ime.send("Input.imeSetComposition", { text: "lin", selectionStart: 3, selectionEnd: 3 });
  await page.clock.runFor(PAUSE);
  expect(asked.filter((one) => one.includes("lin"))).toEqual([]);
  await ime.send("Input.insertText", { text: "林" });
  await page.clock.runFor(PAUSE);
  await expect(page.getByRole("listbox", { name: "提到谁" }).getByRole("option").first()).toContainText("林");
  await page.getByLabel("标题", { exact: true }).focus();
  await ime.send("Input.imeSetComposition", { text: "shujuku suoyin", selectionStart: 14, selectionEnd: 14 });
  await page.clock.runFor(PAUSE);
  expect(asked.filter((one) => one.includes("shujuku"))).toEqual([]);
  await ime.send("Input.insertText", { text: "数据库索引怎么建才快" });
  await page.clock.runFor(PAUSE);
  await expect.poll(() => asked.filter((one) => one.includes("数据库索引")).length).toBeGreaterThan(0);
});
