import { expect, type Page, test } from "@playwright/test";
import { decodeId } from "#app/server/urls/short-id.server";
import { anArticle, aQuestion } from "#tests/e2e/support/browser-pages";
import { logIn, newMember } from "#tests/e2e/support/member";
import { documentsOf, open } from "#tests/e2e/support/page-errors";

/** Follows a link to a path, as in a member's text. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const link = document.createElement("a");
    link.href = to;
    document.body.append(link);
    link.click();
    link.remove();
  }, path);
}

const LED: { name: string; from: (page: Page) => Promise<string>; to: RegExp | string }[] = [
  {
    name: "an article's number",
    from: async ({ request }) => `/article/${decodeId((await anArticle(request)).split("/").at(-1))}`,
    to: /\/article\/\w{12}/,
  },
  {
    name: "a question's number",
    from: async ({ request }) => `/question/${decodeId((await aQuestion(request)).split("/").at(-1))}`,
    to: /\/question\/\w{12}/,
  },
  { name: "the number of a document of zhiku", from: async () => "/zhiku/article/1", to: /\/zhiku\/article\/\w{12}/ },
  { name: "a guard of the account", from: async () => "/account/secure", to: "/" },
  { name: "a guard of zhiku", from: async () => "/zhiku/search?q=a", to: "/zhiku" },
  { name: "a search of nothing known", from: async () => "/search/everything", to: "/" },
  { name: "a link made of nothing", from: async () => "/article/undefined", to: "/" },
  { name: "the address of a form", from: async () => "/actions/reaction", to: "/actions" },
  { name: "the address of a form without a page", from: async () => "/write/preview", to: "/" },
  { name: "the address of a form in zhiku", from: async () => "/zhiku/journey", to: "/zhiku" },
  { name: "a document that is not there", from: async () => "/zhiku/article/nothing", to: "/zhiku/error/404" },
];

for (const { name, from, to } of LED) {
  test(`${name} leads on, and Back returns to the page before`, async ({ page }) => {
    await open(page, "/about");
    const documents = documentsOf(page);
    await follow(page, await from(page));
    await expect(page).toHaveURL(to);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await page.goBack();
    await expect(page).toHaveURL("/about");
    expect(documents).toEqual([]);
  });
}

for (const path of ["/u/1/card", "/search-suggestions?q=a", "/offline/state", "/write/tags?q=a", "/healthz"]) {
  test(`a link to ${path}, which is no page, is the browser's to follow`, async ({ page }) => {
    await open(page, "/about");
    await follow(page, path);
    await page.waitForFunction(() => document.contentType !== "text/html");
    await page.goBack();
    await expect(page).toHaveURL("/about");
  });
}

test("Back to a page does not tell again what a form did that led there", async ({ page, context, baseURL }) => {
  await logIn(context, await newMember(), baseURL);
  await open(page, "/favorite/folder/new");
  await page.locator("[name=name]").fill("以后再看");
  await page.getByRole("button", { name: "保存" }).click();
  const told = page.getByText("收藏夹已建好");
  const folder = page.getByRole("main").getByText("以后再看");
  await expect(told).toBeVisible();
  await follow(page, "/about");
  await expect(folder).toHaveCount(0);
  await expect(told).toHaveCount(0);
  await page.goBack();
  await expect(folder).toBeVisible();
  await expect(told).toHaveCount(0);
});

test("Back skips a page that its reader may no longer see", async ({ page, context, baseURL }) => {
  await logIn(context, await newMember(), baseURL);
  await open(page, "/about");
  await follow(page, "/account/profile");
  await expect(page).toHaveURL("/account/profile");
  await follow(page, "/joinus");
  await expect(page).toHaveURL("/joinus");
  await context.clearCookies();
  await page.goBack();
  await expect(page).toHaveURL("/");
  await page.goBack();
  await expect(page).toHaveURL("/about");
});

for (const [reader, member] of [
  ["a visitor", false],
  ["a member", true],
] as const) {
  test(`${reader} goes back from a page that was loaded again before its scripts run`, async ({
    page,
    context,
    baseURL,
  }) => {
    if (member) await logIn(context, await newMember(), baseURL);
    await open(page, "/about");
    await follow(page, "/joinus");
    await expect(page).toHaveURL("/joinus");
    await expect(page.locator("h1")).toHaveText(/加入/);
    // The router's entries are of one document for the browser, which the reload replaces.
    await page.addInitScript(() => {
      if (location.pathname === "/joinus") document.addEventListener("DOMContentLoaded", () => history.back());
    });
    await page.reload({ waitUntil: "commit" });
    await expect(page).toHaveURL("/about");
    await expect(page.locator("h1")).toHaveText(/关于/);
    await open(page, "/about");
    await expect(page.locator("h1")).toHaveText(/关于/);
  });
}
