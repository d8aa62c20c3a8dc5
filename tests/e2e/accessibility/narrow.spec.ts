import { expect, type Locator, type Page, test } from "@playwright/test";
import { aQuestion, kindsWithPaths } from "#tests/e2e/support/browser-pages";
import { demoDatabase } from "#tests/e2e/support/demo-database";
import { logIn, newMember } from "#tests/e2e/support/member";
import { MEMBER_PAGES } from "#tests/e2e/support/member-pages";
import { publishAnswer, publishArticle, publishQuestion, unique } from "#tests/e2e/support/publish";

test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
test.describe.configure({ timeout: 60_000 });

/** Opens a page and checks that it is no wider than the screen. */
async function expectFitting(page: Page, name: string, path: string): Promise<void> {
  await page.goto(path, { waitUntil: "domcontentloaded" });
  const { scrollWidth, clientWidth } = await page
    .locator("html")
    .evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
  expect.soft(scrollWidth, `${name}, ${path}`).toBeLessThanOrEqual(clientWidth);
}

test("on a narrow phone no public page is wider than the screen", async ({ page, request }) => {
  for (const number of [1, 3, 6, 11]) await expectFitting(page, "question list", `/question?page=${number}`);
  for (const { name, path } of await kindsWithPaths(request)) await expectFitting(page, name, path);
});

/** Lines of each title in the page that takes several, joined by `⏎`. */
const brokenTitles = (page: Page) =>
  page.locator(":is(h1, h2, h3, .side-list__link):not(.visually-hidden)").evaluateAll((all) =>
    all.flatMap((title) => {
      const lines: string[] = [];
      let bottom = 0;
      const texts = document.createTreeWalker(title, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const text = texts.currentNode as Text;
        for (let at = 0; at < text.length; at++) {
          const range = document.createRange();
          range.setStart(text, at);
          range.setEnd(text, at + 1);
          const place = range.getBoundingClientRect();
          if (place.width === 0) continue;
          const isNewLine = lines.length === 0 || place.top >= bottom;
          if (isNewLine) bottom = place.bottom;
          lines.push((isNewLine ? "" : (lines.pop() ?? "")) + text.data.charAt(at));
        }
      }
      return lines.length > 1 ? [lines.join("⏎")] : [];
    }),
  );

/** Expects no title's line to start with a mark, and returns the number of titles looked at. */
async function expectNoMarkFirst(page: Page, path: string): Promise<number> {
  await page.goto(path);
  const titles = await brokenTitles(page);
  expect
    .soft(
      titles.filter((title) => /⏎[，。？！、；：）」》”]/.test(title)),
      path,
    )
    .toEqual([]);
  return titles.length;
}

test("no line of a title starts with a punctuation mark", async ({ page, request }) => {
  let seen = 0;
  for (let number = 1; number <= 11; number++) seen += await expectNoMarkFirst(page, `/question?page=${number}`);
  for (const { path } of await kindsWithPaths(request)) seen += await expectNoMarkFirst(page, path);
  expect(seen).toBeGreaterThan(100);
});

test("nor does one of a title whose clauses end anywhere in the line", async ({ page, baseURL }) => {
  const clause = "小团队怎样把数据库备份恢复演练做成习惯并且坚持下去";
  const titles = [12, 14, 15, 17, 19, 21].map(
    (length) => `${clause.slice(0, length)}，${clause.slice(0, length + 1)}？`,
  );
  // A new member may publish five in ten minutes.
  for (const title of titles) await expectNoMarkFirst(page, await publishQuestion(await newMember(), baseURL, title));
  await expectNoMarkFirst(page, "/question?sort=latest");
});

test("on a narrow phone no page of a member is wider than the screen", async ({ page, context, baseURL }) => {
  const member = await newMember();
  await logIn(context, member, baseURL);
  for (const { name, path } of MEMBER_PAGES) await expectFitting(page, name, await path({ member, baseURL }));
});

test("actions of one's own entries are at the end of their line", async ({ page, context, baseURL }) => {
  const member = await newMember();
  await logIn(context, member, baseURL);
  const path = await publishArticle(member, baseURL, unique("要删除的文章"));
  await page.goto(`/write/delete?kind=article&id=${path.split("/").at(-1)}`);
  await page.getByRole("main").getByRole("button", { name: "删除" }).click();
  await page.goto("/write/trash");
  const right = await page.getByRole("button", { name: /恢复/ }).evaluate((tool) => tool.getBoundingClientRect().right);
  expect(right).toBeGreaterThan(330);
});

test("a past activity still shows its time, in one or two lines", async ({ page }) => {
  const { db } = await demoDatabase();
  const over = db.selectFrom("activities").select("id").where("form_id", "is", null);
  const { id } = await over.orderBy("ends_at").limit(1).executeTakeFirstOrThrow();
  await page.goto(`/activity/${id}`);
  await expect(page.getByText("活动已结束，感谢参与")).toBeVisible();
  const heights = await page
    .locator(".facts__list dd")
    .evaluateAll((all) => all.map((fact) => fact.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThan(60);
});

test("a question's title is shown once above its new answers, with a link to each", async ({ page }) => {
  await page.goto("/question/answer");
  const again = page.locator(".item--again .item__title");
  expect(await again.count()).toBeGreaterThan(0);
  for (const title of await again.all()) {
    expect((await title.boundingBox())?.height).toBe(0);
    await expect(title.getByRole("link")).toHaveText(/./);
  }
  const entry = page.locator(".item--again").first();
  const path = (await entry.locator(".item__link").getAttribute("href")) ?? "";
  await entry.click({ position: { x: 40, y: 20 } });
  await expect(page).toHaveURL(path);
});

test("the demo's four pictures fill their rows at every width", async ({ page }) => {
  await page.goto("/");
  for (const width of [768, 834, 900, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const tops = await page
      .locator(".banners__row > li")
      .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)));
    expect([1, 2], `${width} px`).toContain(new Set(tops).size);
    expect(tops.filter((top) => top === tops[0]).length, `${width} px`).toBe(tops.length / new Set(tops).size);
  }
});

test.describe("by touch", () => {
  test.use({ hasTouch: true });

  /** Number of lines of each row of tools. */
  const linesOf = (rows: Locator) =>
    rows.evaluateAll((all) => {
      const middle = (tool: Element) => {
        const { top, bottom } = tool.getBoundingClientRect();
        return Math.round((top + bottom) / 2);
      };
      return all.map(({ children }) => new Set([...children].map(middle)).size);
    });
  const rowsOf = (page: Page) => page.locator(".question .actions, .answer .actions");

  test("the actions of a question and of each answer fit one line", async ({ page, request }) => {
    await page.goto(await aQuestion(request));
    const lines = await linesOf(rowsOf(page));
    expect(lines.length).toBeGreaterThan(2);
    expect(lines).toEqual(lines.map(() => 1));
  });

  test("and the asker has one more line, to accept the answer", async ({ page, context, baseURL }) => {
    const asker = await newMember();
    const question = await publishQuestion(asker, baseURL, unique("自己问的问题"));
    await publishAnswer(await newMember(), baseURL, question, "一个还没有人赞同的回答");
    await logIn(context, asker, baseURL);
    await page.goto(question);
    await expect(page.getByRole("button", { name: "采纳" })).toBeVisible();
    expect(await linesOf(rowsOf(page))).toEqual([1, 1, 1]);
  });
});
