import { expect, type Page, test } from "@playwright/test";
import { violations } from "#tests/e2e/support/axe-violations";
import { anArticle } from "#tests/e2e/support/browser-pages";
import { illustratedArticle } from "#tests/e2e/support/illustrated-article";
import { logIn, newMember } from "#tests/e2e/support/member";
import { hydrated, open } from "#tests/e2e/support/page-errors";
import { openPictureArticle } from "#tests/e2e/support/picture-article";

/** A text with code and an external link, and a part that is folded. */
const TEXT = [
  "```sql",
  "select 1 as one, 'eine sehr lange Zeile, die in kein Telefon passt und darum gescrollt werden muss' as two;",
  "```",
  "",
  "[文档](https://example.org/a?b=1)",
  "",
  "<details><summary>展开</summary>",
  "",
  "折起来的话",
  "",
  "</details>",
].join("\n");

const settings = (page: Page) => page.getByRole("button", { name: "外观" });
const fontSize = (page: Page) =>
  page
    .locator(".prose")
    .first()
    .evaluate((prose) => Number.parseFloat(getComputedStyle(prose).fontSize));

for (const width of [360, 1280]) {
  test(`font size and face are chosen, and apply without a flash on every page (${width} px)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 780 });
    const path = await anArticle(page.request);
    await open(page, path);
    const before = await fontSize(page);
    await settings(page).click();
    await page.getByRole("button", { name: "特大" }).click();
    await page.getByRole("button", { name: "宋体" }).click();
    await expect(page.getByRole("button", { name: "特大" })).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByRole("button", { name: "标准" })).toHaveAttribute("aria-pressed", "false");
    expect(await violations(page)).toEqual([]);
    expect(await fontSize(page)).toBeCloseTo(before * 1.3);

    await page.addInitScript(() => {
      new MutationObserver((_, watcher) => {
        if (!document.body) return;
        watcher.disconnect();
        (window as unknown as { atFirst: string }).atFirst = JSON.stringify({ ...document.documentElement.dataset });
      }).observe(document, { childList: true, subtree: true });
    });
    await page.reload();
    expect(await page.evaluate(() => (window as unknown as { atFirst: string }).atFirst)).toContain('"size":"huge"');
    expect(await fontSize(page)).toBeCloseTo(before * 1.3);
    expect(
      await page
        .locator(".prose")
        .first()
        .evaluate((prose) => getComputedStyle(prose).fontFamily),
    ).toContain("Songti SC");
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
}

test("code is copied, and link targets are printed", async ({ page, context, baseURL }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await logIn(context, await newMember(), baseURL);
  await open(page, "/write/question");
  await page.getByLabel("标题", { exact: true }).fill("怎样复制一段代码而不选中它");
  await page.locator("textarea[name=content]").fill(TEXT);
  await page.locator("button[value=publish]").click();
  const code = page.locator(".question pre");
  await expect(code).toBeVisible();
  await hydrated(page);
  const height = (await code.boundingBox())?.height;
  const copy = page.getByRole("button", { name: "复制代码" });
  await code.hover();
  await copy.click();
  await expect(page.getByText("代码已复制")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("select 1 as one");
  expect((await code.boundingBox())?.height).toBe(height);
  expect(await violations(page)).toEqual([]);

  const folded = page.getByText("折起来的话");
  const isRendered = () => folded.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }));
  expect(await isRendered()).toBe(false);

  await page.emulateMedia({ media: "print" });
  expect(await isRendered()).toBe(true);
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.locator("#write-answer")).toBeHidden();
  await expect(page.locator(":is(.actions, .button, nav):visible")).toHaveCount(0);
  const link = page.getByRole("link", { name: "文档" });
  expect(await link.evaluate((element) => getComputedStyle(element, "::after").content)).toContain(
    "https://example.org/a?b=1",
  );
  expect(await code.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  const time = page.locator(".question time").first();
  await expect(time).toHaveText("刚刚");
  expect(await time.evaluate((element) => getComputedStyle(element, "::after").content)).toMatch(/\d{4}-\d\d-\d\d \d/);
  const address = page.locator("link[rel=canonical]");
  expect((await address.boundingBox())?.height).toBeGreaterThan(10);
  expect(await address.evaluate((element) => getComputedStyle(element, "::after").content)).toMatch(/\/question\/\w+"/);
  await page.emulateMedia({ media: "screen" });
  expect(await address.boundingBox()).toBeNull();
  await context.clearPermissions();
});

test("a picture opens above the page, is enlarged by keys, and returns the focus", async ({ page }) => {
  await open(page, await illustratedArticle(page));
  const link = page.locator(".prose a.picture").first();
  await link.focus();
  await page.keyboard.press("Enter");
  const viewer = page.getByRole("dialog", { name: "查看图片" });
  const picture = viewer.locator("img");
  await expect(picture).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await expect.poll(async () => (await picture.boundingBox())?.width ?? 0).toBeGreaterThan(50);
  await expect(viewer.getByRole("button", { name: "关闭" })).toBeInViewport({ ratio: 1 });
  const fitting = (await picture.boundingBox())?.width ?? 0;
  await page.keyboard.press("+");
  await expect.poll(async () => (await picture.boundingBox())?.width ?? 0).toBeCloseTo(fitting * 1.5, 0);
  await page.keyboard.press("0");
  await expect.poll(async () => (await picture.boundingBox())?.width ?? 0).toBeCloseTo(fitting, 0);
  await picture.dblclick();
  await expect.poll(async () => (await picture.boundingBox())?.width ?? 0).toBeCloseTo(fitting * 2, 0);
  await page.keyboard.press("Escape");
  await expect(viewer).toHaveCount(0);
  await expect(link).toBeFocused();
});

for (const width of [360, 1280]) {
  test(`a long screenshot opens as wide as the window or itself, at its top (${width} px)`, async ({
    page,
    context,
    baseURL,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    await logIn(context, await newMember(), baseURL);
    await openPictureArticle(page, { width: 720, height: 4000 });
    await page.locator(".prose a.picture").click();
    const viewer = page.getByRole("dialog", { name: "查看图片" });
    const picture = viewer.locator("img");
    const wide = Math.min(width, 720);
    await expect.poll(async () => Math.round((await picture.boundingBox())?.width ?? 0)).toBeGreaterThan(wide - 20);
    const pane = viewer.locator(".viewer__pane");
    expect((await picture.boundingBox())?.y).toBe(0);
    expect(await pane.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    const fitting = (await picture.boundingBox())?.width ?? 0;
    await page.mouse.click(width / 2, 300);
    await expect.poll(async () => (await picture.boundingBox())?.width ?? 0).toBeCloseTo(fitting * 2, 0);
    await page.waitForTimeout(600);
    await page.mouse.click(width / 2, 300);
    await expect.poll(async () => (await picture.boundingBox())?.width ?? 0).toBeCloseTo(fitting, 0);
    await page.keyboard.press("Escape");
    await expect(viewer).toHaveCount(0);
  });
}

test("the first press on an untouched page opens a picture above it", async ({ page }) => {
  const path = await illustratedArticle(page);
  await page.goto(path);
  await page.locator(".prose a.picture").first().click();
  await expect(page.getByRole("dialog", { name: "查看图片" }).locator("img")).toBeVisible();
  await expect(page).toHaveURL(path);
});

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

  test("one finger swipes from picture to picture, unless it is enlarged", async ({ page, context }) => {
    await open(page, await illustratedArticle(page));
    await page
      .locator(".prose a.picture")
      .first()
      .evaluate((link) => {
        for (const another of link.closest(".prose")?.querySelectorAll("a.picture") ?? [])
          if (another !== link) another.remove();
        link.insertAdjacentHTML(
          "afterend",
          '<a class="picture" href="/images/picture.svg"><img src="/images/picture.svg" alt="另一张"></a>',
        );
      });
    await page.locator(".prose a.picture").first().tap();
    const viewer = page.getByRole("dialog", { name: "查看图片" });
    const place = viewer.locator(".viewer__place");
    await expect(place).toHaveText("1 / 2");
    const hand = await context.newCDPSession(page);
    const swipe = async (by: { x: number; y: number }) => {
      const at = (part: number) => [{ x: 180 + by.x * (part - 0.5), y: 300 + by.y * (part - 0.5) }];
      await hand.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
      for (const part of [0.25, 0.5, 0.75, 1])
        await hand.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(part) });
      await hand.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    };

    await swipe({ x: -160, y: 20 });
    await expect(place).toHaveText("2 / 2");
    await expect(viewer.getByRole("img", { name: "另一张" })).toBeVisible();
    await swipe({ x: -160, y: 0 });
    await swipe({ x: 30, y: 0 });
    await swipe({ x: 90, y: 120 });
    await expect(place).toHaveText("2 / 2");
    const smaller = viewer.getByRole("button", { name: "缩小" });
    // No tap: the browser takes one right after a swipe for the end of its motion.
    await viewer.getByRole("button", { name: "放大" }).click();
    await expect(smaller).toBeEnabled();
    await swipe({ x: 160, y: 0 });
    await expect(place).toHaveText("2 / 2");
    await smaller.click();
    await expect(smaller).toBeDisabled();
    await swipe({ x: 160, y: 0 });
    await expect(place).toHaveText("1 / 2");
    await viewer.getByRole("button", { name: "关闭" }).click();
    await expect(viewer).toHaveCount(0);
  });
});

test("keys lead to the search and along a list, not while typing, and can be switched off", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, "/question");
  const entries = page.getByRole("main").locator(".item__link");
  const help = page.getByRole("dialog", { name: "键盘快捷键" });
  // Their scripts load after the page works.
  await expect(async () => {
    await page.keyboard.press("?");
    await expect(help).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("j");
  await expect(help).toBeVisible();
  // Immediately: until the next frame, the focus is still in the closed element.
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  await expect(help).toBeHidden();
  await expect(entries.nth(0)).toBeFocused();
  await page.keyboard.press("j");
  await expect(entries.nth(1)).toBeFocused();
  await page.keyboard.press("k");
  await expect(entries.nth(0)).toBeFocused();
  await page.keyboard.press("/");
  const field = page.getByRole("banner").getByRole("searchbox");
  await expect(field).toBeFocused();
  await page.keyboard.type("j/?k");
  await expect(field).toHaveValue("j/?k");
  await expect(help).toBeHidden();

  await settings(page).click();
  await page.getByRole("group", { name: "快捷键" }).getByRole("button", { name: "关", exact: true }).click();
  await page.keyboard.press("Escape");
  await entries.nth(0).focus();
  await page.keyboard.press("j");
  await page.keyboard.press("?");
  await expect(entries.nth(0)).toBeFocused();
  await expect(help).toBeHidden();
});

test("a person's card opens on hover, stays under the pointer, and closes by Escape", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, "/question/answer");
  const name = page.getByRole("main").locator(".author-line__name").first();
  const card = page.locator(".person-card");
  await expect(async () => {
    await page.getByRole("banner").hover();
    await name.hover();
    await expect(card).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(card.getByRole("link", { name: (await name.textContent()) ?? "" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await card.hover();
  await expect(card.getByRole("button", { name: /^关注/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(card).toHaveCount(0);

  // A pointer at the card's position would keep it open.
  await page.getByRole("banner").hover();
  await page.keyboard.press("Tab");
  await name.focus();
  await expect(card).toBeVisible();
  await expect(name).toHaveAttribute("aria-describedby", (await card.getAttribute("id")) ?? "");
  await page.getByRole("searchbox").first().focus();
  await expect(card).toHaveCount(0);
});

test("a refused reaction is told once, also where a card shows the same button later", async ({
  page,
  context,
  baseURL,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await logIn(context, await newMember(), baseURL);
  await open(page, await anArticle(page.request));
  const follow = page.getByRole("complementary").getByRole("button", { name: /^关注 / });
  const told = page.locator(".toast");
  await page.route("**/actions/reaction*", (route) => route.abort());
  await follow.click();
  await expect(told).toContainText("网络出了点问题");
  await page.getByRole("button", { name: "关闭提示" }).click();
  await expect(told).toHaveCount(0);
  await page.unroute("**/actions/reaction*");
  await page.evaluate(() => {
    const toasts = document.querySelector(".toasts");
    const count = () => toasts?.toggleAttribute("data-told-again", true);
    if (toasts) new MutationObserver(count).observe(toasts, { childList: true });
  });
  const card = page.locator(".person-card");
  await expect(async () => {
    await page.getByRole("banner").hover();
    await page.getByRole("main").locator(".author-line__name").first().hover();
    await expect(card).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await hydrated(page);
  await card.getByRole("button", { name: /^关注 / }).click();
  await expect(card.getByRole("button", { name: /^已关注 / })).toBeVisible();
  await expect(page.locator(".toasts")).not.toHaveAttribute("data-told-again");
});

test("the button to the top is completely visible, or absent on a page just longer than two windows", async ({
  page,
}) => {
  await page.goto("/policy/terms");
  const strip = page.locator(".to-top");
  const room = async () => (await strip.boundingBox())?.height ?? 0;
  const height = (await room()) + 2 * 720;
  for (const [left, links] of [
    [24, 0],
    [64, 1],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: Math.round((height - left) / 2) });
    expect(Math.abs((await room()) - left)).toBeLessThan(2);
    // Before scrolling it covers nothing.
    await page.evaluate(() => scrollTo(0, 0));
    await expect(page.getByRole("link", { name: "回到顶部" })).toHaveCount(0);
    await page.evaluate(() => scrollTo(0, 200));
    await expect(page.getByRole("link", { name: "回到顶部" })).toHaveCount(links);
  }
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

  test("a picture links to itself, and the QR code and the link to the top are there", async ({ page }) => {
    await page.goto(await illustratedArticle(page));
    await page.getByLabel("更多操作：这篇文章").click();
    await page.getByText("二维码", { exact: true }).first().click();
    const code = page.getByAltText("这一页的二维码，用手机扫码打开").first();
    await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await page.getByRole("link", { name: "回到顶部" }).focus();
    await page.keyboard.press("Enter");
    const link = page.locator(".prose a.picture").first();
    const href = await link.getAttribute("href");
    const answer = await page.request.get(href ?? "");
    expect(answer.headers()["content-type"]).toMatch(/^image\//);
  });
});

test("a short page is printed on one sheet", async ({ page }) => {
  await page.goto("/offline");
  const sheets = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type \/Page\b/g);
  expect(sheets).toHaveLength(1);
});
