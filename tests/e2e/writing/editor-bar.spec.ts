import { expect, type Page, test } from "@playwright/test";
import { logIn, type Member, newMember } from "#tests/e2e/support/member";
import { open } from "#tests/e2e/support/page-errors";
import { publishAnswer, publishArticle, publishQuestion, unique } from "#tests/e2e/support/publish";

type Where = { member: Member; baseURL: string | undefined };

/** Every editor: pages whose bar of buttons stays at the bottom of the window. */
const EDITORS: readonly { name: string; path: (where: Where) => Promise<string> }[] = [
  { name: "a new question", path: async () => "/write/question" },
  { name: "a new article", path: async () => "/write/article" },
  {
    name: "a new answer",
    path: ({ member, baseURL }) => publishQuestion(member, baseURL, unique("自己问的问题")),
  },
  {
    name: "a published answer",
    async path({ member, baseURL }) {
      const question = await publishQuestion(await newMember(), baseURL, unique("别人问的问题"));
      const answer = await publishAnswer(member, baseURL, question, "答案如下。");
      return `${answer.replace(/#.*/, "")}&edit=1`;
    },
  },
  {
    name: "a published article",
    async path({ member, baseURL }) {
      const article = await publishArticle(member, baseURL, unique("要修改的文章"));
      return `/write/article?id=${article.split("/").at(-1)}`;
    },
  },
];

const bar = (page: Page) => page.locator(".editor__bar");
const preview = (page: Page) => bar(page).locator("button[value=preview]");

/** Fills an editor with a long text, and takes the focus from it, as a phone does when its keyboard is put away. */
async function writeLongText(page: Page, path: string): Promise<void> {
  await open(page, path);
  // A new answer's tools load once its text is touched.
  await page.locator("textarea[name=content]").focus();
  await expect(page.getByRole("toolbar", { name: "格式" })).toBeVisible();
  await page.locator("textarea[name=content]").fill("一行\n\n".repeat(60));
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.locator("textarea[name=content]").evaluate((text) => text.scrollIntoView());
  await expect(page.locator(".tabbar")).toBeVisible();
  // Directly above the tab bar.
  await expect
    .poll(async () => {
      const [above, below] = [await bar(page).boundingBox(), await page.locator(".tabbar").boundingBox()];
      return above && below ? Math.round(above.y + above.height - below.y) : Number.NaN;
    })
    .toBe(0);
}

/** The middle of the button, to be pressed at once: Playwright's own clicks wait until it keeps still. */
async function middleOf(page: Page): Promise<[x: number, y: number]> {
  const box = await preview(page).boundingBox();
  if (!box) throw new Error("no preview");
  return [box.x + box.width / 2, box.y + box.height / 2];
}

test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

for (const { name, path } of EDITORS) {
  test(`${name}: while no text field has the focus, a button stays under the finger`, async ({
    page,
    context,
    baseURL,
  }) => {
    const member = await newMember();
    await logIn(context, member, baseURL);
    await writeLongText(page, await path({ member, baseURL }));
    const before = await preview(page).boundingBox();
    await page.mouse.move(...(await middleOf(page)));
    await page.mouse.down();
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    expect(await preview(page).boundingBox()).toEqual(before);
    await page.mouse.up();
    await expect(preview(page)).toHaveText("关闭预览");
    await page.touchscreen.tap(...(await middleOf(page)));
    await expect(preview(page)).toHaveText("预览");
  });
}
