import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PayForgery } from "#app/contract/site/dev";
import { zhikuOrderApi } from "#app/contract/zhiku/order";
import { addProfessional } from "#tests/upstream/zhiku/professional";
import { createWorld, type World } from "#tests/world/world";
import { transact } from "#upstream/db/transact";
import { createOffer } from "#upstream/modules/zhiku/rights/offers";
import { FAKE_PAY_ACCOUNT } from "#upstream/services/fakes";
import { createNotificationSender } from "#upstream/services/pay/fake-pay-notifications";
import { serveFetch } from "./fetch-server";
import { rawRequest } from "./raw-request";
import { type Served, serveWorld } from "./serve-world";

const PATH = "/api/pro/weixin/pay/notify";
const PRICE = 100;
let world: World;
let offerId: number;
let apart: Awaited<ReturnType<typeof serveFetch>>;
/** With an embedded upstream, or a separate one. */
let served: Record<"embedded" | "apart", Served>;
/** Notifications as received from outside: over HTTP, without a page. */
const notices = createNotificationSender({
  account: FAKE_PAY_ACCOUNT,
  clock: () => new Date(),
  deliver: fetch,
  hurry: 1,
});

beforeAll(async () => {
  // Read once, when the first request is forwarded.
  apart = await serveFetch((request) => world.upstream.program.fetch(request));
  process.env.UPSTREAM_API_URL = apart.url;
  world = await createWorld();
  world.upstream.services.note = () => {};
  const offer = { name: "全库", description: "", categoryId: null, price: PRICE, days: 30, position: 0, onSale: true };
  offerId = (await transact(world.upstream.services.db, (trx) => createOffer(trx, offer))).id;
  served = { embedded: await serveWorld(world), apart: await serveWorld(world, { remote: true }) };
  // Generates the unknown party's key before there are connections that could time out meanwhile.
  await createNotificationSender({
    account: FAKE_PAY_ACCOUNT,
    clock: () => new Date(),
    deliver: async () => new Response(),
    hurry: 1,
  }).send({ id: "", notifyUrl: `${served.apart.url}${PATH}`, event: "TRANSACTION.SUCCESS", about: {} }, "signature");
});
afterAll(async () => {
  for (const one of Object.values(served)) await one.close();
  apart.close();
  await world.close();
});

async function send(where: keyof typeof served, orderNo: string, forgery?: PayForgery): Promise<number> {
  const { appId, mchId } = FAKE_PAY_ACCOUNT.ours;
  const about = {
    appid: appId,
    mchid: mchId,
    out_trade_no: orderNo,
    trade_state: "SUCCESS",
    transaction_id: `4200${randomBytes(8).toString("hex")}`,
    success_time: new Date().toISOString(),
    amount: { total: PRICE, currency: "CNY" },
  };
  const notice = { id: randomUUID(), notifyUrl: served[where].url + PATH, event: "TRANSACTION.SUCCESS", about };
  return notices.send(notice, forgery);
}
async function order() {
  const as = await addProfessional(world.upstream, "买家");
  const body = { channel: "native", offerId, requestId: randomUUID() } as const;
  const { order } = await world.upstream.call(zhikuOrderApi.create, { body }, { as });
  const state = async () => {
    const { list } = await world.upstream.call(zhikuOrderApi.list, { query: { orderNo: order.orderNo } }, { as });
    return list[0]?.state;
  };
  return { orderNo: order.orderNo, state };
}

describe.each(["embedded", "apart"] as const)("with the upstream %s", (where) => {
  test("a payment notification passes the public port byte for byte", async () => {
    const { orderNo, state } = await order();
    expect(await send(where, orderNo)).toBe(200);
    expect(await state()).toBe("paid");
  });

  test.each([
    ["byte", 401],
    ["signature", 401],
    ["old", 401],
    ["amount", 400],
    ["order", 404],
    ["large", 413],
  ] as const)("a forged one (%s) gets %i", async (forgery, status) => {
    const { orderNo, state } = await order();
    expect(await send(where, orderNo, forgery)).toBe(status);
    expect(await state()).toBe("pending");
  });

  test("no other API call is reachable, under any notation", async () => {
    const request = (line: string) =>
      rawRequest(served[where].port, `${line} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    for (const path of [
      `${PATH}/`,
      `${PATH}x`,
      "/api/pro/weixin/js-sdk/config",
      "/api/pro/order/create",
      `/x${PATH}`,
    ]) {
      expect([403, 404], path).toContain((await request(`POST ${path}`)).status);
    }
    expect((await request(`GET ${PATH}`)).status).toBe(404);
    expect((await request(`PUT ${PATH}`)).status).toBe(404);
  });
});
