import { expect, type Page, test } from "@playwright/test";
import { aQuestion } from "#tests/e2e/support/browser-pages";
import { logIn, newMember } from "#tests/e2e/support/member";

/** Viewport of a window of 1280 × 1024 at 400 % zoom. */
const ZOOMED = { width: 320, height: 256 };

test.describe("at 400 % of size", () => {
  test.use({ javaScriptEnabled: false, viewport: ZOOMED });

  test("nothing sticky covers what one reads or writes", async ({ page, context, baseURL }) => {
    await logIn(context, await newMember(), baseURL);
    for (const path of ["/", "/write/article", "/zhiku"]) {
      await page.goto(path);
      for (const part of [".site-header", ".tabbar", ".editor__bar"])
        for (const one of await page.locator(part).all())
          expect.soft(await positionOf(one), `${part} of ${path}`).toBe("static");
    }
  });

  test("the four links of zhiku are within the window", async ({ page, context, baseURL }) => {
    await logIn(context, await newMember(), baseURL);
    await page.goto("/zhiku");
    for (const name of ["搜索", "历史", "收藏", "权益"])
      await expect.soft(page.locator(".zhiku-nav").getByRole("link", { name })).toBeInViewport({ ratio: 1 });
  });
});

test.describe("with text of twice the size on a phone", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  const enlarge = (page: Page) =>
    page.locator("html").evaluate((html) => {
      html.style.fontSize = "200%";
    });

  test("no page with text is wider than the screen, and no date is broken between its digits", async ({
    page,
    request,
  }) => {
    for (const path of [await aQuestion(request), "/question/answer", "/activity", "/zhiku"]) {
      await page.goto(path);
      await enlarge(page);
      const wider = await page.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth);
      expect.soft(wider, path).toBe(0);
    }
    await page.goto("/activity");
    await enlarge(page);
    for (const day of await page.locator(".day-leaf strong").all()) {
      const lines = await day.evaluate((one) => one.getClientRects()[0]?.height ?? 0);
      expect.soft(lines).toBeLessThan(80);
    }
  });
});

test.describe("in the reader's own colours", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 1280, height: 800 } });

  test("the current entry has a frame", async ({ page, request }) => {
    await page.emulateMedia({ forcedColors: "active" });
    for (const path of ["/", await aQuestion(request), "/zhiku"]) {
      await page.goto(path);
      expect.soft(await framedOf(page), path).not.toContain("none");
    }
  });
});

test("a screen reader user steps through the answers by headings", async ({ page, request }) => {
  await page.goto(await aQuestion(request));
  const answers = page.locator("article.answer");
  await expect(answers.first()).toBeVisible();
  for (const answer of await answers.all())
    await expect(answer.getByRole("heading", { level: 3 }).first()).toHaveText(/.的回答$/);
});

test("a member whose page is gone is led to what they deleted", async ({ page, context, baseURL }) => {
  await logIn(context, await newMember(), baseURL);
  await page.goto("/question/zzzzzzzzzzzz");
  await expect(page.getByRole("main").getByRole("link", { name: "我的回收站" })).toHaveAttribute(
    "href",
    "/write/trash",
  );
});

const positionOf = (part: ReturnType<Page["locator"]>) =>
  part.evaluate((element) => getComputedStyle(element).position);

/** Outline style of each visible element marked as current. */
const framedOf = (page: Page) =>
  page.locator("[aria-current]:visible").evaluateAll((all) => all.map((one) => getComputedStyle(one).outlineStyle));

test("with text of twice the size, no line is lower than its text", async ({ browser, request, baseURL }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
    ...(baseURL ? { baseURL } : {}),
  });
  const page = await context.newPage();
  for (const path of ["/", await aQuestion(request), "/activity", "/search/all", "/zhiku/rights", "/case/1"]) {
    await page.goto(path);
    await page.locator("html").evaluate((html) => {
      html.style.fontSize = "200%";
    });
    const low = await page.locator("body").evaluate((body) =>
      [...body.querySelectorAll("*")]
        .filter((one) => one.checkVisibility() && [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE))
        .filter((one) => {
          const { fontSize, lineHeight } = getComputedStyle(one);
          return Number.parseFloat(lineHeight) < Number.parseFloat(fontSize) * 1.15;
        })
        .map(({ className, textContent }) => `${className}: ${textContent}`),
    );
    expect.soft(low, path).toEqual([]);
  }
  await context.close();
});
