import { expect, test } from "@playwright/test";
import { aQuestion, PAGE_KINDS } from "./browser-pages";
import { logIn, newMember } from "./member";
import { MEMBER_PAGES } from "./member-pages";

test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
test.describe.configure({ timeout: 60_000 });

test("on a narrow phone no page is wider than the screen", async ({ page, context, request, baseURL }) => {
  const fits = async (name: string, path: string) => {
    await page.goto(path, { waitUntil: "domcontentloaded" });
    const { scrollWidth, clientWidth } = await page
      .locator("html")
      .evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
    expect.soft(scrollWidth, `${name}, ${path}`).toBeLessThanOrEqual(clientWidth);
  };
  for (const page of [1, 3, 6, 11]) await fits("question list", `/question?page=${page}`);
  for (const { name, path } of PAGE_KINDS) await fits(name, await path(request));
  const member = await newMember();
  await logIn(context, member, baseURL);
  for (const { name, path } of MEMBER_PAGES) await fits(`${name}, as a member`, await path({ member, baseURL }));
});

test.describe("by touch", () => {
  test.use({ hasTouch: true });

  test("what can be done with a question and with each answer has one line", async ({ page, request }) => {
    await page.goto(await aQuestion(request));
    const rows = page.locator(".question .actions, .answer .actions");
    const lines = await rows.evaluateAll((all) => {
      const middle = (tool: Element) => {
        const { top, bottom } = tool.getBoundingClientRect();
        return Math.round((top + bottom) / 2);
      };
      return all.map(({ children }) => new Set([...children].map(middle)).size);
    });
    expect(lines.length).toBeGreaterThan(2);
    expect(lines).toEqual(lines.map(() => 1));
  });
});
