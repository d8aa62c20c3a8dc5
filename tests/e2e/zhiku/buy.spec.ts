import { expect, type Page, test } from "@playwright/test";
import { violations } from "#tests/e2e/support/axe-violations";
import { forgetLimits, freshPhone } from "#tests/e2e/support/browser-codes";
import { proveByCode } from "#tests/e2e/support/code-steps";
import { demoDatabase } from "#tests/e2e/support/demo-database";
import { logIn, newMember } from "#tests/e2e/support/member";
import { hydrated } from "#tests/e2e/support/page-errors";
import { payOrder } from "#tests/e2e/support/pay-order";
import { transact } from "#upstream/db/transact";
import { bump } from "#upstream/db/versions";
import { createOffer, OFFERS_KEY } from "#upstream/modules/zhiku/rights/offers";

/** The path of a document that requires a right. */
async function aPaidDocument(page: Page): Promise<string> {
  const html = await (await page.request.get("/zhiku")).text();
  for (const [, path = ""] of html.matchAll(/href="(\/zhiku\/article\/\w{12,})"/g)) {
    if ((await (await page.request.get(path)).text()).includes("权益")) return path;
  }
  throw new Error("no paid document on zhiku's home page");
}

/** No horizontal scrolling, and no axe violations. */
async function looksWell(page: Page, scripts: boolean): Promise<void> {
  const { scrollWidth, clientWidth } = await page
    .locator("html")
    .evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  if (!scripts) return;
  expect(await violations(page)).toEqual([]);
}

for (const scripts of [true, false]) {
  test.describe(scripts ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled: scripts });
    test.describe.configure({ timeout: 120_000 });
    test.beforeEach(() => forgetLimits());
    const ready = (page: Page) => (scripts ? hydrated(page) : Promise.resolve());
    /**
     * Widths only affect styles, which are the same without scripts: each is tested wide with one, narrow with the
     * other.
     */
    const size = (page: Page, widths: readonly [withScripts: number, without: number]) =>
      page.setViewportSize({ width: widths[scripts ? 0 : 1], height: 800 });

    test("a reader goes from an offer through the required profile to a paid document", async ({
      page,
      context,
      browser,
      baseURL,
    }) => {
      await size(page, [360, 1280]);
      const member = await newMember();
      await logIn(context, member, baseURL);
      const document = await aPaidDocument(page);

      await page.goto(`/zhiku/rights?back=${encodeURIComponent(document)}`);
      await ready(page);
      await expect(page.getByText("购买和阅读之前，要先填好职业信息")).toBeVisible();
      await looksWell(page, scripts);
      await page.getByRole("link", { name: "选择知库全库月卡" }).click();
      await page.getByRole("button", { name: "购买知库全库月卡" }).click();
      await expect(page.getByText(/你选了“知库全库月卡”（¥\d+，\d+ 天）。付款之前先填好职业信息/)).toBeVisible();
      await ready(page);
      await page.getByRole("button", { name: "保存并去支付" }).click();
      await expect(page.getByText("姓名不能为空")).toBeVisible();
      await page.getByLabel("姓名").fill("林知远");
      await page.getByLabel("公司").fill("某某科技有限公司");
      await page.getByLabel("部门").fill("产品部");
      await page.getByLabel("职位").fill("产品经理");
      await page.getByLabel("邮箱").fill("lin@example.com");
      await looksWell(page, scripts);
      await page.getByRole("button", { name: "保存并去支付" }).click();
      await expect(page.getByRole("img", { name: "微信支付二维码" })).toBeVisible();
      await expect(page.getByText("职业信息已保存").first()).toBeVisible();
      await ready(page);
      await looksWell(page, scripts);
      if (scripts) await expect(page.getByRole("timer")).toContainText(/剩余 \d\d:\d\d/);
      await page.getByRole("button", { name: "我已支付" }).click();
      await expect(page.getByText("还没有收到付款").first()).toBeVisible();
      await expect(page.getByRole("img", { name: "微信支付二维码" })).toBeVisible();

      const [orderNo = ""] = /\d{22}/.exec(page.url()) ?? [];
      await payOrder(browser, orderNo, scripts);

      // The page checks by itself; without scripts it is reloaded after a while, or by the button.
      if (!scripts) await page.getByRole("button", { name: "我已支付" }).click();
      await expect(page).toHaveURL(document, { timeout: 30_000 });
      await expect(page.getByText("支付成功，权益已开通").first()).toBeVisible();
      await expect(page.getByRole("region", { name: "阅读全文" })).toHaveCount(0);
      // Back leads to where the offer was chosen: steps completed on the way are skipped.
      if (scripts) {
        await page.goBack();
        await expect(page).toHaveURL(/\/zhiku\/rights\?/);
      }

      await page.goto(`/zhiku/orders/${orderNo}`);
      await expect(page.getByText("权益已开通")).toBeVisible();
      await page.goto("/zhiku/orders?state=paid");
      await expect(page.getByText(orderNo)).toBeVisible();
      await ready(page);
      await page.getByLabel("输入兑换码").fill("NONE-SUCH");
      await page.getByRole("button", { name: "兑换", exact: true }).click();
      await expect(page.getByText("兑换码不正确，或已经用过")).toBeVisible();
      await looksWell(page, scripts);
    });

    test("an offer that changes while it is shown is bought with a second press, at the price shown then", async ({
      page,
      context,
      baseURL,
    }) => {
      const { db } = await demoDatabase();
      const offer = { name: `改价${scripts}`, description: "", categoryId: null, price: 50_000, days: 1, position: 99 };
      const { id } = await transact(db, (trx) => createOffer(trx, { ...offer, onSale: true }));
      const change = (to: { price?: number; on_sale?: 0 }) =>
        transact(db, async (trx) => {
          await trx.updateTable("zhiku_offers").set(to).where("id", "=", id).execute();
          await bump(trx, [OFFERS_KEY]);
        });
      try {
        await logIn(context, await newMember(), baseURL);
        await page.goto(`/zhiku/rights?offer=${id}`);
        await ready(page);
        await page.getByRole("button", { name: `购买${offer.name}` }).click();
        await expect(page.getByText(/你选了“改价.+”（¥500，1 天）/)).toBeVisible();
        await ready(page);
        for (const label of ["姓名", "公司", "部门", "职位"]) await page.getByLabel(label).fill("某某");
        await page.getByLabel("邮箱").fill("lin@example.com");
        await change({ price: 60_000 });
        await page.getByRole("button", { name: "保存并去支付" }).click();
        await expect(page.getByText(/职业信息已保存。.*刚刚改过/)).toBeVisible();
        await expect(page.getByText(/你选了“改价.+”（¥600，1 天）/)).toBeVisible();
        await page.goto(`/zhiku/rights?offer=${id}`);
        await ready(page);
        await change({ price: 70_000 });
        await page.getByRole("button", { name: `购买${offer.name}` }).click();
        await expect(page.getByText(/价格或天数刚刚改过/)).toBeVisible();
        await page
          .getByRole("button", { name: `购买${offer.name}` })
          .filter({ hasText: "¥700" })
          .click();
        await expect(page.locator(".order-head__amount")).toHaveText("¥700");
      } finally {
        await change({ on_sale: 0 });
      }
    });

    test("another phone number in the profile is verified by a code", async ({ page, context, baseURL }) => {
      await size(page, [1280, 360]);
      const phone = freshPhone();
      await logIn(context, await newMember(), baseURL);
      await page.goto("/zhiku/profile");
      await ready(page);
      await page.getByLabel("姓名").fill("林知远");
      for (const label of ["公司", "部门", "职位"]) await page.getByLabel(label).fill("某某");
      await page.getByLabel("邮箱").fill("lin@example.com");
      await page.getByLabel("手机号", { exact: true }).fill(phone);
      // Without scripts the page gets another number when it is submitted.
      if (!scripts) await page.getByRole("button", { name: "保存" }).click();
      await proveByCode(page.locator(".code-field"), { scripts, phone });
      await page.getByRole("button", { name: "保存" }).click();
      await expect(page).toHaveURL("/zhiku");
      await page.goto("/zhiku/profile");
      await expect(page.getByLabel("手机号", { exact: true })).toHaveValue(phone);
    });
  });
}
