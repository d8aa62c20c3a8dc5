import { existsSync, readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { anArticle, aQuestion, PAGE_KINDS, type PageKind } from "#tests/e2e/support/browser-pages";
import { logIn, newMember } from "#tests/e2e/support/member";
import { documentsOf, open, scriptsOf, shellHydrated } from "#tests/e2e/support/page-errors";

const ASSETS = "build/client/assets";
/** Other tests publish and withdraw questions on the first page. */
const LIST = "/question?page=2";
const zhikuDocument = PAGE_KINDS.find(({ name }) => name === "zhiku document") as PageKind;

/** Built scripts imported by a script, by kind of import. */
const importsIn = (name: string, how: RegExp): string[] =>
  [...readFileSync(`${ASSETS}/${name}`, "utf8").matchAll(how)].map(([, imported]) => imported as string);
const WHEN_NEEDED = /\bimport\(\s*["'`]\.\/([^"'`]+\.js)/g;
const AT_ONCE = /(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+\.js)/g;

/** Scripts that a page loads by itself, but does not need to start. */
async function partsOf(page: Page, path: string): Promise<string[]> {
  const scripts = scriptsOf(page);
  await open(page, path);
  await page.waitForLoadState("networkidle");
  const names = [...new Set(scripts.map((script) => script.slice(script.lastIndexOf("/") + 1)))];
  const built = names.filter((name) => existsSync(`${ASSETS}/${name}`));
  const needed = new Set(built.flatMap((name) => importsIn(name, AT_ONCE)));
  const parts = new Set(built.flatMap((name) => importsIn(name, WHEN_NEEDED)));
  return built.filter((name) => parts.has(name) && !needed.has(name));
}

async function expectWhole(page: Page): Promise<void> {
  await expect(page.locator(".error-screen")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
}

for (const [name, path] of [
  ["an article", anArticle],
  ["a question", aQuestion],
  ["a zhiku document", zhikuDocument.path],
] as const) {
  test(`${name} stays as the server sent it, whichever part's file can't be loaded`, async ({
    page,
    context,
    request,
    baseURL,
  }) => {
    const target = await path(request);
    await logIn(context, await newMember(), baseURL);
    const parts = await partsOf(page, target);
    expect(parts).not.toEqual([]);
    for (const part of parts) {
      const pattern = `**/assets/${part}`;
      await page.route(pattern, (route) => route.abort());
      const refused = page.waitForEvent("requestfailed", (one) => one.url().endsWith(part));
      await page.goto(target);
      await shellHydrated(page);
      await refused;
      await expectWhole(page);
      await page.unroute(pattern);
    }
  });
}

test("the answer form stays as the server sent it if the editor's file is lost, and can be submitted", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const path = await aQuestion(request);
  await logIn(context, await newMember(), baseURL);
  await page.route("**/assets/editor-form-*.js", (route) => route.abort());
  const refused = page.waitForEvent("requestfailed", (one) => one.url().includes("/editor-form-"));
  await page.goto(path);
  await shellHydrated(page);
  await refused;
  const words = `没有编辑器脚本也能写下的回答 ${Date.now()}`;
  await page.getByRole("main").locator("textarea[name=content]").last().fill(words);
  await page.getByRole("button", { name: "发布回答" }).click();
  await expect(page.getByRole("main").getByText(words).first()).toBeVisible();
});

test("other buttons show their effect if the editor's file is lost", async ({ page, context, request, baseURL }) => {
  const path = await aQuestion(request);
  await logIn(context, await newMember(), baseURL);
  await page.route("**/assets/editor-form-*.js", (route) => route.abort());
  const refused = page.waitForEvent("requestfailed", (one) => one.url().includes("/editor-form-"));
  await page.goto(path);
  await shellHydrated(page);
  await refused;
  const follow = page.locator(".follow-button--question");
  await follow.click();
  await expect(follow).toHaveText("已关注");
  await expect(page.locator(".vote button").first()).toHaveAttribute("aria-pressed", "false");
  await page.locator(".vote button").first().click();
  await expect(page.locator(".vote button").first()).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("main").locator("textarea[name=content]").last()).toBeVisible();
});

test("the whole page is requested from the server if a navigation can't load its part", async ({
  page,
  context,
  baseURL,
}) => {
  await logIn(context, await newMember(), baseURL);
  await open(page, "/question?sort=hot");
  await page.route("**/assets/editor-form-*.js", (route) => route.abort());
  const documents = documentsOf(page);
  const link = page.getByRole("main").locator("a[href^='/question/']:not([href*='answer'])").first();
  const path = (await link.getAttribute("href")) ?? "";
  await link.click();
  await expect.poll(() => documents).toEqual([path]);
  await shellHydrated(page);
  await expect(page.getByRole("main").locator("textarea[name=content]").last()).toBeVisible();
  await expectWhole(page);
  expect(documents).toEqual([path]);
});

test("a page to which a proxy gives no reply keeps the header, the member, and a message", async ({
  page,
  context,
  baseURL,
}) => {
  await logIn(context, await newMember(), baseURL);
  await open(page, LIST);
  await page.waitForLoadState("networkidle");
  await page.route("**/*.data*", (route) => route.fulfill({ status: 502, body: "<h1>Bad Gateway</h1>" }));
  await page.getByRole("main").getByRole("heading", { level: 2 }).getByRole("link").first().click();
  await expect(page.getByRole("heading", { name: "服务暂时不可用" })).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: /^通知/ })).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
  await page.getByRole("link", { name: "重试" }).click();
  await expectWhole(page);
});

test("a visitor gets the whole page from the server if its data fails to load", async ({ page }) => {
  await open(page, LIST);
  await page.waitForLoadState("networkidle");
  await page.route("**/*.data*", (route) => route.fulfill({ status: 502, body: "<h1>Bad Gateway</h1>" }));
  const link = page.getByRole("main").getByRole("heading", { level: 2 }).getByRole("link").first();
  const title = (await link.textContent()) ?? "";
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expectWhole(page);
});
