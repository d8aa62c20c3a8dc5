import { expect, type Page, test } from "@playwright/test";
import { logIn, type Member, newMember } from "#tests/e2e/support/member";
import { OWN_CONTEXT } from "#tests/e2e/support/own-context";
import { open } from "#tests/e2e/support/page-errors";
import { publishArticle, unique } from "#tests/e2e/support/publish";
import { UNSENT_FORMS } from "#tests/e2e/support/unsent-forms";
import { navigateTo } from "#tests/framework/remix-in-page";

test.use(OWN_CONTEXT);

let member: Member;
test.beforeEach(async ({ context, baseURL }) => {
  member = await newMember();
  await logIn(context, member, baseURL);
});

const stored = (page: Page) => page.evaluate(() => JSON.stringify(sessionStorage));

test("a comment typed under one article is not published under the next, and is back where it was typed", async ({
  page,
  baseURL,
}) => {
  const [first, second] = [unique("先看的文章"), unique("后看的文章")];
  const path = await publishArticle(member, baseURL, first);
  await publishArticle(member, baseURL, second);
  await open(page, path);
  const field = page.getByLabel("写评论");
  await field.fill("只对第一篇说的话");
  await expect.poll(() => stored(page)).toContain("只对第一篇说的话");
  await page.getByRole("link", { name: second }).click();
  await expect(page.getByRole("heading", { level: 1, name: second })).toBeVisible();
  await expect(field).toHaveValue("");
  await field.fill("对第二篇说的话");
  await page.getByRole("button", { name: "发布评论" }).click();
  await expect(page.locator(".comment", { hasText: "对第二篇说的话" })).toBeVisible();
  await page.getByRole("link", { name: first }).click();
  await expect(page.getByRole("heading", { level: 1, name: first })).toBeVisible();
  await expect(field).toHaveValue("只对第一篇说的话");
  await expect(page.getByText("还没有评论")).toBeVisible();
});

/** Forms of one thing each; of those with one path, the other thing's. */
const OTHER_PATHS: Record<string, string | null> = {
  "correction:": null,
  "report:": "/report?on=case:2&next=/case/2",
  "proposal:": null,
  "proposal-answer:": null,
  "appeal:": null,
  "held:": null,
};

for (const form of UNSENT_FORMS.filter(({ kind }) => kind in OTHER_PATHS)) {
  test(`${form.kind} shows nothing that was typed about another thing`, async ({ page, baseURL }) => {
    const path = await form.path({ member, baseURL });
    const other = OTHER_PATHS[form.kind] ?? (await form.path({ member, baseURL }));
    expect(other).not.toBe(path);
    await open(page, path);
    const shown = page.locator(`form[data-unsent^="${form.kind}"]`);
    const before = await shown.getAttribute("data-unsent");
    const [name = ""] = Object.keys(form.typed).filter((one) => typeof form.typed[one] === "string");
    const typed = String(form.typed[name]);
    const field = shown.locator(`[name="${name}"]`);
    await field.fill(typed);
    await expect.poll(() => stored(page)).toContain(typed);
    await page.evaluate(navigateTo, other);
    await expect(shown).not.toHaveAttribute("data-unsent", before ?? "");
    await expect(field).not.toHaveValue(typed);
    await page.goBack();
    await expect(shown).toHaveAttribute("data-unsent", before ?? "");
    await expect(field).toHaveValue(typed);
  });
}
