import { expect, type Locator, test } from "@playwright/test";
import { violations } from "#tests/e2e/support/axe-violations";
import { anArticle } from "#tests/e2e/support/browser-pages";
import { LONG_THREAD } from "#tests/e2e/support/long-thread";
import { hydrated, open } from "#tests/e2e/support/page-errors";

test.use({ viewport: { width: 360, height: 740 } });

test.afterEach(({ context }) => context.clearPermissions());

test("by keyboard it opens, closes by Escape with the focus restored, and copies its link", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, await anArticle(page.request));
  await hydrated(page);
  const menu = page.getByLabel("更多操作：这篇文章");
  const link = page.getByRole("main").getByRole("link", { name: "复制链接" }).first();
  await menu.focus();
  await page.keyboard.press("Enter");
  await expect(link).toBeVisible();
  expect(await violations(page, [".comments"])).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(link).toBeHidden();
  await expect(menu).toBeFocused();

  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(link).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("链接已复制")).toBeVisible();
  await expect(link).toBeHidden();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());

  // A click outside closes it, too, and so does opening another one.
  await menu.click();
  await expect(link).toBeVisible();
  await page.getByRole("heading", { level: 1 }).click();
  await expect(link).toBeHidden();
});

test("the device's share sheet gets title and URL; cancelling is silent, and a failure falls back", async ({
  page,
}) => {
  // Headless browsers have no share sheet.
  await page.addInitScript(() => {
    const names = ["AbortError", "NotAllowedError"];
    const share = (data: ShareData) => {
      Object.assign(window, { passedOn: data });
      return Promise.reject(new DOMException("", names.shift()));
    };
    Object.defineProperty(navigator, "share", { value: share });
  });
  await open(page, await anArticle(page.request));
  await hydrated(page);
  const menu = page.getByLabel("更多操作：这篇文章");
  const button = page.getByRole("button", { name: "分享", exact: true });
  const toasts = page.getByText("没能打开分享");
  await menu.click();
  await button.click();
  await expect(button).toBeHidden();
  const given = await page.evaluate(() => (window as unknown as { passedOn: ShareData }).passedOn);
  expect(given).toEqual({ title: await page.title(), url: page.url() });
  await expect(toasts).toHaveCount(0);
  // A comment has a name and an address of its own.
  await open(page, LONG_THREAD.path);
  await hydrated(page);
  const comment = page.locator(".comment").first();
  const summary = comment.getByLabel(/^更多操作：.+的评论$/).first();
  await summary.click();
  await comment.getByRole("button", { name: "分享", exact: true }).first().click();
  const part = await page.evaluate(() => (window as unknown as { passedOn: ShareData }).passedOn);
  expect(part.title).toBe(
    `${(await summary.getAttribute("aria-label"))?.slice("更多操作：".length)}：${await page.title()}`,
  );
  expect(part.url).toMatch(/comment=\d+#comment-\d+$/);
  await open(page, await anArticle(page.request));
  await hydrated(page);
  await menu.click();
  await button.click();
  await menu.click();
  await button.click();
  await expect(toasts).toBeVisible();
  await expect(button).toBeVisible();
});

test("opened at the bottom of the window, it and its QR code come into view above the tab bar", async ({ page }) => {
  await open(page, LONG_THREAD.path);
  await hydrated(page);
  const bar = await page.getByRole("navigation", { name: "底部导航" }).boundingBox();
  if (!bar) throw new Error("no tab bar");
  for (const more of [page.locator("#reactions .more"), page.locator(".comment .more").first()]) {
    const summary = more.getByLabel(/^更多操作/);
    const menu = more.locator(".more__list");
    const atBottom = async (one: Locator) => {
      const box = await one.boundingBox();
      return box ? box.y + box.height : Number.POSITIVE_INFINITY;
    };
    await summary.evaluate((one, y) => scrollBy(0, one.getBoundingClientRect().bottom - y + 4), bar.y);
    const box = await summary.boundingBox();
    if (!box) throw new Error("no menu");
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect(menu).toBeVisible();
    await expect.poll(() => atBottom(menu)).toBeLessThanOrEqual(bar.y);
    const code = menu.getByText("二维码", { exact: true });
    if (await code.count()) {
      await code.click();
      await expect.poll(() => atBottom(menu.locator("img"))).toBeLessThanOrEqual(bar.y);
    }
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
  }
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("it opens, and its link works", async ({ page }) => {
    const path = await anArticle(page.request);
    await page.goto(path);
    await page.getByLabel("更多操作：这篇文章").click();
    const link = page.getByRole("main").getByRole("link", { name: "链接", exact: true }).first();
    await expect(link).toBeVisible();
    await expect(link).toHaveAttribute("href", path);
    await expect(page.getByRole("link", { name: "举报这篇文章" })).toBeVisible();
  });
});

test("on a phone the middle of the bar leads to asking and writing", async ({ page }) => {
  await open(page, "/");
  await page.getByRole("navigation", { name: "底部导航" }).getByRole("button", { name: "写" }).click();
  const sheet = page.locator(":popover-open");
  await expect(sheet.getByRole("link", { name: "提问" })).toHaveAttribute("href", /next=%2Fwrite%2Fquestion/);
  await sheet.getByRole("link", { name: "写文章" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "登录", exact: true }).click();
  await expect(page).toHaveURL(/\/login\?next=/);
});

test("a link that can't be copied is followed, so that the address bar has it", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", {
      value: { writeText: () => Promise.reject(new DOMException("", "NotAllowedError")) },
    });
  });
  await open(page, LONG_THREAD.path);
  await hydrated(page);
  const comment = page.locator(".comment").first();
  await comment
    .getByLabel(/^更多操作/)
    .first()
    .click();
  const link = comment.getByRole("link", { name: "复制链接" }).first();
  const href = (await link.getAttribute("href")) ?? "";
  await link.click();
  await expect(page.getByText("没能复制链接，请从地址栏复制")).toBeVisible();
  // The fragment is only for browsers without scripts.
  await expect(page).toHaveURL(href.replace(/#.*/, ""));
});
