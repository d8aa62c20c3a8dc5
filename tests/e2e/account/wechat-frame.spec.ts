import { expect, type Page, test } from "@playwright/test";
import { forgetWechat } from "#tests/e2e/support/browser-codes";
import { aQuestion } from "#tests/e2e/support/browser-pages";
import { hydrated, open } from "#tests/e2e/support/page-errors";

// Not the person used by the login tests running in parallel.
const PERSON = "摄影师老周";
test.use({ viewport: { width: 1280, height: 900 } });
test.describe.configure({ mode: "serial" });

const agree = (page: Page) =>
  page
    .frameLocator('iframe[title="微信扫码登录"]')
    .getByRole("link", { name: /老周.*扫码并同意/ })
    .click();

for (const scripts of [true, false]) {
  test.describe(scripts ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled: scripts });

    test("consent in the frame navigates the whole window", async ({ page }) => {
      forgetWechat(PERSON);
      const problems: string[] = [];
      page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
      await page.goto("/login?tab=weixin&next=%2Fabout");
      await agree(page);
      await expect(page).toHaveURL(/\/wxlogin\?state=/);
      await expect(page.getByRole("heading", { name: "还差一步" })).toBeVisible();
      await expect(page.getByText(PERSON)).toBeVisible();
      expect(problems).toEqual([]);
    });
  });
}

test("the dialog shows the code on the page itself", async ({ page, request }) => {
  forgetWechat(PERSON);
  await open(page, await aQuestion(request));
  await hydrated(page);
  await page.locator("header").getByRole("link", { name: "登录" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "微信登录" }).click();
  await agree(page);
  await expect(page.getByRole("heading", { name: "还差一步" })).toBeVisible();
});
