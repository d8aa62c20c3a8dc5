import { expect, type Locator, type Page } from "@playwright/test";
import { answerIn, codeInInbox } from "./browser-codes";

/** Types the captcha letters of a page without scripts. */
export async function typeLetters(page: Page): Promise<void> {
  const question = await page.locator("input[name=captchaToken]").inputValue();
  await page.getByLabel("图中的 5 个字符").fill(answerIn<{ letters: string }>(question).letters.toLowerCase());
  await page.getByRole("button", { name: "发送验证码" }).click();
}

/**
 * Requests a code for this number and types it: with scripts after a proof of work, without them after typing letters.
 * @param field `.code-field` that has the button
 */
export async function proveByCode(field: Locator, { scripts, phone }: { scripts: boolean; phone: string }) {
  const page = field.page();
  await field.getByRole("button", { name: "获取验证码" }).click();
  if (scripts) await page.getByRole("button", { name: /自动验证/ }).click();
  else await typeLetters(page);
  await expect(field.getByText("验证码已发送，5 分钟内有效")).toBeVisible({ timeout: 20_000 });
  await field
    .getByRole("textbox")
    .first()
    .fill(await codeInInbox(page.request, phone));
}
