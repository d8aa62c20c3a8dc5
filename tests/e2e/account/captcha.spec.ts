import { expect, type Page, test } from "@playwright/test";
import { answerIn, forgetLimits, freshPhone } from "#tests/e2e/support/browser-codes";
import { open, watch } from "#tests/e2e/support/page-errors";
import { replyTo } from "#tests/e2e/support/reply-to";

test.beforeEach(forgetLimits);

const main = (page: Page) => page.getByRole("main");
const sent = (page: Page) => page.getByText("验证码已发送，5 分钟内有效");

/** Correct position (pixels of the picture) of this page's latest challenge. */
async function placeOf(page: Page): Promise<() => number> {
  let newest = "";
  // Read in transit, because a response may be unavailable later.
  await page.route("**/actions/captcha*", async (route) => {
    const response = await replyTo(route);
    newest = await response.text();
    await route.fulfill({ response });
  });
  return () => answerIn<{ x: number }>(newest).x;
}

/** Drags the slider's handle until the piece is at `x`. */
async function drag(page: Page, x: number): Promise<void> {
  const box = await page.getByRole("slider").boundingBox();
  if (!box) throw new Error("no slider");
  const HANDLE = 52;
  const from = box.x + HANDLE / 2;
  const y = box.y + box.height / 2;
  await page.mouse.move(from, y);
  await page.mouse.down();
  await page.mouse.move(from + (x / 263) * (box.width - HANDLE - 2), y, { steps: 8 });
  await page.mouse.up();
}

test("the slider shows another picture when it misses, and sends the code when it fits", async ({ page }) => {
  const complaints = await watch(page);
  const place = await placeOf(page);
  await open(page, "/login");
  await page.getByRole("button", { name: "获取验证码" }).click();
  await expect(main(page).locator(".field__error")).toHaveText("请输入手机号");
  await page.getByLabel("手机号").fill(freshPhone());
  await page.getByRole("button", { name: "获取验证码" }).click();
  const slider = page.getByRole("slider");
  await expect(slider).toBeEnabled();
  const before = await page.locator(".slider__picture img").first().getAttribute("src");
  await drag(page, place() - 40);
  await expect(page.getByRole("alert")).toHaveText("验证未通过，请重试");
  await expect(page.locator(".slider__picture img").first()).not.toHaveAttribute("src", before ?? "");
  await expect(slider).toBeEnabled();
  await drag(page, place());
  await expect(sent(page)).toBeVisible();
  await expect(page.getByRole("button", { name: /^\d+ 秒后重发$/ })).toBeDisabled();
  await expect(page.getByLabel("验证码", { exact: true })).toBeFocused();
  // The browser's own messages about intended refusals.
  expect(complaints.filter((line) => !/status of 422/.test(line))).toEqual([]);
});

test("the slider works by keyboard alone", async ({ page }) => {
  const place = await placeOf(page);
  await open(page, "/login");
  await page.getByLabel("手机号").fill(freshPhone());
  await page.getByRole("button", { name: "获取验证码" }).press("Enter");
  const slider = page.getByRole("slider");
  await expect(slider).toBeEnabled();
  await slider.focus();
  const x = place();
  await Promise.all(Array.from({ length: Math.ceil(x) }, () => page.keyboard.press("ArrowRight")));
  await page.keyboard.press("Enter");
  await expect(sent(page)).toBeVisible();
});
