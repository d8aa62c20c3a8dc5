import { expect, type Page, test } from "@playwright/test";
import { aQuestion } from "#tests/e2e/support/browser-pages";
import { logIn, newMember } from "#tests/e2e/support/member";
import { hydrated, watch } from "#tests/e2e/support/page-errors";

/** Changes that extensions make to a page before React hydrates it. */
const EXTENSIONS: Record<string, () => void> = {
  "a dark mode's style in the head": () => document.head.prepend(document.createElement("style")),
  "an element first in the page": () => document.body.prepend(document.createElement("div")),
  "an element behind the page": () => document.documentElement.append(document.createElement("grammarly-integration")),
  "a password manager's icons": () => {
    for (const field of document.querySelectorAll("input")) field.after(document.createElement("x-password-button"));
  },
  "icons in links": () => {
    for (const link of document.querySelectorAll("main a")) link.append(document.createElement("i"));
  },
  "something taken away": () => document.querySelector("main aside, main img, main nav")?.remove(),
};

/** Replaces texts as Google's translation does. */
function translate(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (!text.data.trim() || text.parentElement?.closest("script, style, svg, textarea, option, font")) continue;
    const font = document.createElement("font");
    font.append(Object.assign(document.createElement("font"), { textContent: `T:${text.data}` }));
    text.replaceWith(font);
  }
}

const early = (page: Page, change: () => void) =>
  page.addInitScript(`document.addEventListener("DOMContentLoaded", ${change})`);

async function expectTyped(page: Page): Promise<void> {
  const complaints = await watch(page);
  await page.addInitScript(() => localStorage.setItem("theme", "dark"));
  await page.goto("/");
  const words = page.getByRole("banner").getByRole("searchbox", { name: "搜索" });
  await words.click();
  // The framework starts at the first interaction, and hydrates the page while the reader types.
  await words.pressSequentially("数据", { delay: 50 });
  await hydrated(page);
  await words.pressSequentially("库", { delay: 50 });
  await expect(words).toHaveValue("数据库");
  await expect(words).toBeFocused();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(complaints.filter((text) => /uncaught|React error/.test(text))).toEqual([]);
}

for (const [name, change] of Object.entries(EXTENSIONS)) {
  test(`${name}: input, focus and theme are kept`, async ({ page }) => {
    await early(page, change);
    await expectTyped(page);
  });
}

test("a translated page: input, focus and theme are kept", async ({ page }) => {
  await early(page, translate);
  await expectTyped(page);
});

for (const before of [true, false]) {
  test(`a page translated ${before ? "before" : "after"} its scripts loaded: buttons work and show their state`, async ({
    page,
    context,
    baseURL,
    request,
  }) => {
    await logIn(context, await newMember(), baseURL);
    const complaints = await watch(page);
    if (before) await early(page, translate);
    await page.goto(await aQuestion(request));
    await hydrated(page);
    await page.evaluate(translate);

    const follow = page.locator(".follow-button--question");
    await expect(follow).toHaveText("T:关注问题");
    await follow.click();
    await expect(follow).toHaveText("已关注");
    await page.evaluate(translate);
    await follow.click();
    await expect(follow).toHaveText("关注问题");

    await page.evaluate(translate);
    const vote = page.locator(".vote button").first();
    await vote.click();
    await expect(vote).toHaveText(/^已赞同/);

    await page.evaluate(translate);
    await page.getByRole("navigation", { name: "主导航" }).getByRole("link").nth(1).click();
    await expect(page).toHaveURL("/question");
    await expect(page.locator("main h1").first()).toHaveText("问答");
    expect(complaints.filter((text) => /uncaught|error/i.test(text))).toEqual([]);
  });
}
