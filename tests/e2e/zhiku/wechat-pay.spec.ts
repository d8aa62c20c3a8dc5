import { expect, test } from "@playwright/test";
import { forgetLimits } from "#tests/e2e/support/browser-codes";
import { logIn, newMember } from "#tests/e2e/support/member";
import { hydrated } from "#tests/e2e/support/page-errors";
import { fillInProfile } from "#tests/e2e/support/zhiku-reader";

type Told = { err_msg: string };
type FakeWindow = { asked: unknown[]; answer: string; WeixinJSBridge?: object };

test.use({
  userAgent: "Mozilla/5.0 (Linux; Android 14; V2324A) AppleWebKit/537.36 Chrome/120.0 Mobile MicroMessenger/8.0.50",
  viewport: { width: 360, height: 800 },
});
test.beforeEach(() => forgetLimits());

test("inside WeChat its payment window opens, and its result is not taken as proof of payment", async ({
  page,
  context,
  baseURL,
}) => {
  await logIn(context, await newMember(), baseURL);
  await page.addInitScript(() => {
    const fake = window as unknown as FakeWindow;
    Object.assign(fake, { asked: [], answer: "cancel" });
    fake.WeixinJSBridge = {
      invoke(name: string, params: object, done: (told: Told) => void) {
        fake.asked.push({ name, ...params });
        done({ err_msg: `get_brand_wcpay_request:${fake.answer}` });
      },
    };
  });
  await page.goto("/zhiku/rights?back=/zhiku/history");
  await hydrated(page);
  await page.getByRole("link", { name: "选择知库全库月卡" }).click();
  await page.getByRole("button", { name: "购买知库全库月卡" }).click();
  // The professional profile comes before payment; the choice is kept.
  await fillInProfile(page);
  await page.getByRole("button", { name: "保存并去支付" }).click();
  // WeChat identifies the payer; in the demo a person has to be selected on a page that otherwise nobody sees.
  await page
    .getByRole("link", { name: /扫码并同意/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/zhiku\/orders\/\d+\?back=%2Fzhiku%2Fhistory$/);
  await hydrated(page);

  const button = page.getByRole("main").getByRole("button", { name: "微信支付" });
  await button.click();
  await expect(page.getByText("支付没有完成，可以重新支付")).toBeVisible();
  const [asked] = await page.evaluate(() => (window as unknown as FakeWindow).asked);
  expect(asked).toMatchObject({ name: "getBrandWCPayRequest", signType: "RSA", timeStamp: expect.any(String) });
  expect(asked).toMatchObject({ package: expect.stringMatching(/^prepay_id=/), paySign: expect.any(String) });

  await page.evaluate(() => Object.assign(window, { answer: "ok" }));
  await button.click();
  await expect(page.getByText("支付没有完成，可以重新支付")).toHaveCount(0);
  await expect(page.getByText("待支付")).toBeVisible();

  const [orderNo = ""] = /\d{22}/.exec(page.url()) ?? [];
  const { ok } = await page.request
    .post("/_dev/pay", {
      form: { orderNo, act: "pay" },
      headers: { origin: baseURL ?? "", "sec-fetch-site": "same-origin" },
    })
    .then((answer) => ({ ok: answer.ok() }));
  expect(ok).toBe(true);
  await expect(page).toHaveURL("/zhiku/history", { timeout: 20_000 });
  await expect(page.getByText("支付成功，权益已开通").first()).toBeVisible();
});
