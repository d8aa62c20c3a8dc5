import { expect, type Page, test } from "@playwright/test";
import { forgetLimits, freshPhone } from "#tests/e2e/support/browser-codes";
import { proveByCode } from "#tests/e2e/support/code-steps";
import { hydrated } from "#tests/e2e/support/page-errors";
import { payOrder } from "#tests/e2e/support/pay-order";
import { fillInProfile } from "#tests/e2e/support/zhiku-reader";

/** A paid report of the demo. */
const REPORT = "结构化面试手册：从岗位画像到录用后一年的回看";

for (const scripts of [true, false]) {
  test.describe(scripts ? "on a phone" : "on a phone, without JavaScript", () => {
    test.use({ javaScriptEnabled: scripts, viewport: { width: 360, height: 780 } });
    test.describe.configure({ timeout: 120_000 });
    test.beforeEach(() => forgetLimits());
    const ready = (page: Page) => (scripts ? hydrated(page) : Promise.resolve());

    test("one press on the paywall leads through login, profile and payment back to the text", async ({
      page,
      browser,
    }) => {
      const phone = freshPhone();
      await page.goto("/zhiku?type=report");
      await page.getByRole("main").getByRole("link", { name: REPORT }).click();
      const document = page.url();
      const wall = page.getByRole("region", { name: "阅读全文" });
      await expect(wall).toContainText("10 章");
      await expect(wall).toContainText(/每天约 0\.\d\d 元/);
      await ready(page);
      const presses: string[] = [];
      const press = async (name: string, press: () => Promise<void>) => {
        presses.push(name);
        await press();
      };

      await press("wall", () => wall.getByRole("link", { name: /^登录后购买/ }).click());
      await expect(page).toHaveURL(/\/login\?next=/);
      await ready(page);
      await page.getByLabel("手机号").fill(phone);
      await proveByCode(page.getByRole("main").locator(".code-field"), { scripts, phone });
      await page
        .getByRole("main")
        .getByRole("checkbox", { name: /^我已阅读并同意/ })
        .check();
      await page.getByRole("main").getByRole("button", { name: "登录", exact: true }).last().click();
      await page.getByLabel("昵称").fill(`读者${phone.slice(-8)}`);
      await page.getByRole("button", { name: "完成" }).click();

      await expect(page.getByText(/你选了“职业与管理年卡”（¥148，365 天）/)).toBeVisible();
      await ready(page);
      await fillInProfile(page);
      await press("profile", () => page.getByRole("button", { name: "保存并去支付" }).click());
      await expect(page.getByRole("img", { name: "微信支付二维码" })).toBeVisible();

      const [orderNo = ""] = /\d{22}/.exec(page.url()) ?? [];
      // Scripts report that it was opened, after it has.
      const opened = scripts ? page.waitForResponse((response) => response.url().endsWith("/zhiku/journey")) : null;
      await payOrder(browser, orderNo, scripts);
      if (!scripts) await press("paid", () => page.getByRole("button", { name: "我已支付" }).click());
      await expect(page).toHaveURL(document, { timeout: 30_000 });
      await expect(wall).toHaveCount(0);
      expect(presses).toEqual(scripts ? ["wall", "profile"] : ["wall", "profile", "paid"]);
      await opened;
      // Accessible documents are no longer marked as locked in lists, and their offers disappear.
      await page.goto("/zhiku?type=report");
      const entry = page.getByRole("listitem").filter({ hasText: REPORT });
      await expect(entry).not.toContainText("付费");
      await expect(entry).toContainText(/读到|打开过/);
    });
  });
}
