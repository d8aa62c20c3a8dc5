import { expect, test } from "@playwright/test";
import { logIn, newMember } from "#tests/e2e/support/member";
import { hydrated, open } from "#tests/e2e/support/page-errors";
import { publishAnswer, publishQuestion, unique } from "#tests/e2e/support/publish";

test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

test("a person's picture leads to them, and the blank space below it nowhere", async ({ page, context, baseURL }) => {
  const member = await newMember();
  const question = await publishQuestion(member, baseURL, unique("会有人回答的问题"));
  await publishAnswer(await newMember(), baseURL, question, "很长的回答。".repeat(40));
  await logIn(context, member, baseURL);
  for (const path of ["/notifications/comment", question, "/case/1", "/search/user?q=林"]) {
    await page.goto(path);
    const links = page.locator(".avatar-link:visible");
    expect(await links.count(), path).toBeGreaterThan(0);
    const below = await links.evaluateAll((all) =>
      all.map((link) => {
        const picture = link.querySelector("img")?.getBoundingClientRect();
        return Math.round(link.getBoundingClientRect().height - (picture?.height ?? 0));
      }),
    );
    expect(below, path).toEqual(below.map(() => 0));
  }
});

test("the button that copies covers no code, and can be hit by a finger", async ({ page, context, baseURL }) => {
  const member = await newMember();
  await logIn(context, member, baseURL);
  const title = unique("手机上的代码");
  const line = "select 1 as one, 'eine sehr lange Zeile, die in kein Telefon passt' as two;";
  await open(page, "/write/article");
  await page.getByLabel("标题", { exact: true }).fill(title);
  await page.locator("textarea[name=content]").fill(["```", line, "```", "", "```sql", line, "```"].join("\n"));
  await page.locator("button[value=publish]").click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await hydrated(page);
  const blocks = page.locator(".code-block");
  await expect(blocks).toHaveCount(2);
  for (const block of await blocks.all()) {
    const button = await block.getByRole("button", { name: "复制代码" }).boundingBox();
    const code = await block.locator("code").evaluate((one) => {
      const lines = document.createRange();
      lines.selectNodeContents(one);
      return lines.getClientRects()[0]?.top ?? 0;
    });
    expect(button?.height).toBeGreaterThanOrEqual(40);
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(code + 1);
  }
});

test("a long name in the results of a search is shortened, and leaves the date in view", async ({ page }) => {
  await page.goto(`/search/all?q=${encodeURIComponent("设计")}`);
  const hit = page.locator(".item", { has: page.locator(".search-hit__author") }).first();
  const name = hit.locator(".search-hit__author a");
  await name.evaluate((link) => {
    link.textContent = "W".repeat(40);
  });
  expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true);
  expect(await name.evaluate((link) => getComputedStyle(link).textOverflow)).toBe("ellipsis");
  for (const part of [name, hit.locator("time")]) {
    const box = await part.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360 - 16);
  }
});

test("the head of the documents leaves its words room beside the picture on a tablet", async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto("/zhiku");
  const words = await page.locator(".zhiku-hero__title").boundingBox();
  expect(words?.width).toBeGreaterThan(240);
});
