import { expect, type Page, test } from "@playwright/test";
import { navigateTo } from "#tests/framework/remix-in-page";
import { logIn, newMember } from "./member";
import { documentsOf, hydrated, shellHydrated } from "./page-errors";
import { publishArticle, unique } from "./publish";

/** Keeps the script of what only members can do from coming, as on a slow network. */
async function holdMembersScript(page: Page): Promise<{ asked: Promise<unknown>; release: () => void }> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/members-*.js", async (route) => {
    await held;
    await route.continue();
  });
  return { asked: page.waitForRequest("**/assets/members-*.js"), release };
}

test("a press on what React has not taken over yet is sent as without scripts, and counts", async ({
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

test("nobody who is logged in is asked to, while what they press is still on its way", async ({
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
