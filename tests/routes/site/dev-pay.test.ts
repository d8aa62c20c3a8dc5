import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { zhikuOrderApi } from "#app/contract/zhiku/order";
import { addProfessional } from "#tests/upstream/zhiku/professional";
import { createWorld, type Reader, type World } from "#tests/world/world";

let world: World;
let reader: Reader;
let buyer: number;
let offerId: number;
beforeAll(async () => {
  world = await createWorld();
  reader = await world.as(null);
  world.upstream.services.note = () => {};
  buyer = await addProfessional(world.upstream, "买家");
  offerId = world.seed.offer;
});
afterAll(() => world.close());

async function order() {
  const body = { channel: "native", offerId, requestId: randomUUID() } as const;
  return (await world.upstream.call(zhikuOrderApi.create, { body }, { as: buyer })).order.orderNo;
}
async function stateOf(orderNo: string) {
  const { list } = await world.upstream.call(zhikuOrderApi.list, { query: { orderNo } }, { as: buyer });
  return list[0]?.state;
}
/** Presses a button, and returns the next page. */
async function press(orderNo: string, act: string): Promise<string> {
  const { status, location } = await reader.submit("/_dev/pay", { orderNo, act });
  expect([status, location]).toEqual([302, orderNo ? `/_dev/pay#${orderNo}` : "/_dev/pay"]);
  return (await reader.get("/_dev/pay")).text;
}

test("the demo's orders can be paid, notified again and forged there, without scripts", async () => {
  expect((await reader.get("/_dev/pay")).text).toContain("还没有订单");
  const orderNo = await order();
  const { text, headers } = await reader.get("/_dev/pay");
  expect(headers.get("cache-control")).toBe("no-store");
  for (const shown of [orderNo, "全库年卡 · 698.00 元", "未支付", "weixin://wxpay/bizpayurl?pr="])
    expect(text).toContain(shown);
  expect(await press(orderNo, "amount")).toContain("通知已发出，本站答 400");
  expect(await press(orderNo, "signature")).toContain("通知已发出，本站答 401");
  expect(await stateOf(orderNo)).toBe("pending");
  expect(await press(orderNo, "quietly")).toContain("已支付");
  expect(await stateOf(orderNo)).toBe("pending");
  expect(await press(orderNo, "repeat")).toContain("本站答 200、200、200、200、200");
  expect(await stateOf(orderNo)).toBe("paid");
  expect(await press(orderNo, "pay")).toContain("不能付：订单已支付");
});

test("the merchant can refund there: with a notification, without one, and with one that reports a failure", async () => {
  const paid = async () => {
    const orderNo = await order();
    await press(orderNo, "quietly");
    await press(orderNo, "notify");
    return orderNo;
  };
  const [told, untold, part] = [await paid(), await paid(), await paid()];
  expect(await press(told, "refund")).toContain("微信支付那边已处理，通知已发出，本站答 200");
  expect(await stateOf(told)).toBe("refunded");
  expect(await press(told, "refund")).toContain("不能退：已经全部退回");
  expect(await press(part, "part")).toContain("退款 174.50 元，已到账");
  expect(await stateOf(part)).toBe("refunded");
  expect(await press(untold, "abnormal")).toContain("不能退：还没有退款");
  expect(await press(untold, "refund-quietly")).toContain("没有通知");
  expect(await press(untold, "abnormal")).toContain("698.00 元，异常");
  expect(await stateOf(untold)).toBe("paid");
  await press(untold, "arrived");
  expect(await stateOf(untold)).toBe("refunded");
});

test("a redeem code can be created there", async () => {
  const code = /兑换码 ([0-9A-Z-]{19})/.exec(await press("", "code"))?.[1] ?? "";
  const body = { channel: "redeem", code } as const;
  const { order } = await world.upstream.call(zhikuOrderApi.create, { body }, { as: buyer });
  expect(order).toMatchObject({ state: "paid", offer: { id: offerId } });
});

test("WeChat's page for payers is there as well", async () => {
  const account = world.upstream.services.officialAccount;
  const url = new URL(account?.authorizationUrl("http://127.0.0.1:3000/zhiku", "state-1") ?? "");
  const { text, status } = await reader.get(url.pathname + url.search);
  expect(status).toBe(200);
  expect(text).toContain("微信里的阿岚");
});
