import { expect, type Page, test } from "@playwright/test";
import { aQuestion } from "#tests/e2e/support/browser-pages";
import { holdFiles } from "#tests/e2e/support/hold-scripts";
import { logIn, newMember } from "#tests/e2e/support/member";
import { documentsOf, hydrated, shellHydrated, watch } from "#tests/e2e/support/page-errors";
import { publishArticle, unique } from "#tests/e2e/support/publish";
import { navigateTo } from "#tests/framework/remix-in-page";

/** Blocks the members' script, as on a slow network. */
const holdMembersScript = (page: Page) => hold(page, "**/assets/members-*.js");

/** Blocks a script. */
async function hold(page: Page, script: string): Promise<{ asked: Promise<unknown>; release: () => void }> {
  const release = await holdFiles(page, script);
  return { asked: page.waitForRequest(script), release };
}

test("a button pressed before its part is hydrated is submitted as without scripts, and counts", async ({
  page,
  context,
  baseURL,
}) => {
  const path = await publishArticle(await newMember(), baseURL, unique("网络很慢也能喜欢的文章"));
  await logIn(context, await newMember(), baseURL);
  const { asked, release } = await holdMembersScript(page);
  await page.goto(path);
  await asked;
  await shellHydrated(page);
  const documents = documentsOf(page);
  await page.getByRole("main").getByRole("button", { name: "喜欢", exact: true }).first().click();
  const liked = page
    .getByRole("main")
    .getByRole("button", { name: /^已喜欢/ })
    .first();
  await expect(liked).toHaveAttribute("aria-pressed", "true");
  expect(documents).toEqual(["/actions/reaction", path]);
  release();
  await hydrated(page);
  await expect(liked).toHaveAttribute("aria-pressed", "true");
});

test("a logged-in member is not asked to log in while the pressed button's code is loading", async ({
  page,
  context,
  baseURL,
}) => {
  const path = await publishArticle(await newMember(), baseURL, unique("走过来才看到的文章"));
  await logIn(context, await newMember(), baseURL);
  const { asked, release } = await holdMembersScript(page);
  await page.goto("/about");
  await shellHydrated(page);
  await page.evaluate(navigateTo, path);
  await asked;
  await page.getByRole("main").getByRole("button", { name: "喜欢", exact: true }).first().click();
  await expect(
    page
      .getByRole("main")
      .getByRole("button", { name: /^已喜欢/ })
      .first(),
  ).toBeVisible();
  await expect(page.getByRole("dialog", { name: "您需要先登录" })).toHaveCount(0);
  release();
});

test("text typed before the editor's script loads is kept, wherever on the page one navigates", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const complaints = await watch(page);
  const path = await aQuestion(request);
  await logIn(context, await newMember(), baseURL);
  const { asked, release } = await hold(page, "**/assets/editor-form-*.js");
  await page.goto(path);
  await asked;
  await shellHydrated(page);
  const words = page.getByRole("main").locator("textarea[name=content]").last();
  await words.focus();
  await page.keyboard.type("编辑器还没有来");
  await page.getByRole("main").getByRole("link", { name: "写回答" }).first().click();
  await expect(page).toHaveURL(/#write-answer$/);
  await words.focus();
  await page.keyboard.press("End");
  await page.keyboard.type("，也写得下");
  release();
  await hydrated(page);
  await expect(words).toHaveValue("编辑器还没有来，也写得下");
  expect(complaints).toEqual([]);
});
