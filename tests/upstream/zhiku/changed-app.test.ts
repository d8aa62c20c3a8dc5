import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { adminOrderApi } from "#app/contract/admin/zhiku/order";
import { zhikuOrderApi } from "#app/contract/zhiku/order";
import { codeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { sweepOrders } from "#upstream/modules/zhiku/order/sweep-orders";
import { FAKE_PAY_ACCOUNT } from "#upstream/services/fakes";
import { createWechatPay } from "#upstream/services/pay/wechat-pay";
import { ASK_AFTER, createShop, type Shop } from "./order-world";
import { addProfessional } from "./professional";

let shop: Shop;
let offerId: number;
let notes: string[];
beforeEach(async () => {
  shop = await createShop();
  offerId = await shop.addOffer();
  notes = [];
  shop.upstream.services.note = (event) => void notes.push(event);
});
afterEach(() => shop.upstream.close());

/** The same merchant, with another application from now on. */
function changeApp(): void {
  const { services } = shop.upstream;
  const { appId: _, ...account } = Object.getOwnPropertyDescriptors(FAKE_PAY_ACCOUNT.ours);
  const changed = Object.defineProperties({ appId: "wx-another" }, account) as typeof FAKE_PAY_ACCOUNT.ours;
  services.pay = createWechatPay(
    changed,
    { base: "https://wechat-pay.fake.invalid", notifyUrl: `${services.config.publicOrigin}/api/pro/weixin/pay/notify` },
    { fetch: (request) => shop.pay.fetch(request), clock: services.clock },
  );
}
const ordered = async () => {
  const as = await addProfessional(shop.upstream, "买家");
  return { as, ...(await shop.order(as, offerId)) };
};

test("a payment of an order from before another WECHAT_MP_APP_ID is credited by its notification, or by a query", async () => {
  const [told, silent] = [await ordered(), await ordered()];
  for (const { orderNo } of [told, silent]) shop.pay.pay(orderNo, { quietly: true });
  changeApp();
  expect(await shop.pay.notify(told.orderNo)).toBe(200);
  shop.wait(ASK_AFTER);
  await sweepOrders(shop.upstream.services);
  for (const { as, orderNo } of [told, silent]) expect(await shop.stateOf(as, orderNo)).toBe("paid");
  shop.pay.refundThere(told.orderNo);
  const token = await staffToken(shop.upstream, await addStaff(shop.upstream, "finance"));
  const { state } = await shop.upstream.call(adminOrderApi.query, { body: { orderNo: told.orderNo } }, { token });
  expect(state, "also its refund").toBe("refunded");
  expect(notes).not.toContain("pay_notification_refused");
});

test("a payment of another application for an order of this one is not credited", async () => {
  const { as, orderNo } = await ordered();
  expect(await shop.pay.notify(orderNo, "appid")).toBe(400);
  expect(notes).toContain("payment_mismatch");
  // The application of orders from earlier releases is unknown.
  await shop.upstream.services.db.updateTable("zhiku_orders").set({ app_id: null }).execute();
  expect(await shop.pay.notify(orderNo, "appid")).toBe(200);
  expect(await shop.stateOf(as, orderNo)).toBe("paid");
});

test("a reply about one order that can't be used is logged and stops no other order", async () => {
  const strange = [];
  for (let n = 0; n < 6; n += 1) strange.push(await ordered());
  const { as, orderNo } = await ordered();
  shop.pay.pay(orderNo, { quietly: true });
  const numbers = strange.map((one) => one.orderNo);
  // Signed by WeChat Pay, but not what its documentation says.
  const charges = new Map(shop.pay.charges().map((charge) => [charge.orderNo, charge]));
  for (const number of numbers) Object.assign(charges.get(number) ?? {}, { amount: 0.5 });
  shop.wait(ASK_AFTER);
  await sweepOrders(shop.upstream.services);
  expect(await shop.stateOf(as, orderNo)).toBe("paid");
  expect(notes.filter((event) => event === "order_query_failed").length).toBe(numbers.length);
  const token = await staffToken(shop.upstream, await addStaff(shop.upstream, "finance"));
  const asked = shop.upstream.call(adminOrderApi.query, { body: { orderNo: numbers[0] ?? "" } }, { token });
  await expect(asked).rejects.toThrow("PAY_FAILED: 微信支付对这张订单的答复不能用");
});

test("the openid of one application is not handed to another", async () => {
  const as = await addProfessional(shop.upstream, "买家");
  const { services } = shop.upstream;
  services.officialAccount = Object.assign(Object.create(services.officialAccount ?? null), {
    openidOf: async () => "openid-1",
  });
  const create = (weixinCode?: string) =>
    shop.upstream.call(
      zhikuOrderApi.create,
      { body: { channel: "jsapi", offerId, requestId: randomUUID(), ...(weixinCode && { weixinCode }) } },
      { as },
    );
  const { order } = await create("code");
  shop.pay.pay(order.orderNo, { quietly: true });
  await shop.pay.notify(order.orderNo);
  expect(await codeOf(create())).toBe("SUCCESS");
  await services.db.deleteFrom("zhiku_orders").where("state", "=", "pending").execute();
  changeApp();
  expect(await codeOf(create())).toBe("INVALID_PARAMS");
});
