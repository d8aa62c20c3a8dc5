import { type Browser, expect } from "@playwright/test";
import { hydrated } from "#tests/e2e/support/page-errors";

/** Pays an order on the demo's page of payments, on another device: it shares no cookies with the buyer's browser. */
export async function payOrder(browser: Browser, orderNo: string, scripts: boolean): Promise<void> {
  const shop = await browser.newPage({ javaScriptEnabled: scripts });
  await shop.goto("/_dev/pay");
  if (scripts) await hydrated(shop);
  const order = shop.locator(`[id="${orderNo}"]`);
  await order.getByRole("button", { name: "付款", exact: true }).click();
  await expect(order).toContainText("已支付");
  await shop.close();
}
