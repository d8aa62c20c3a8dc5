import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { zhikuOrderApi } from "#app/contract/zhiku/order";
import { codeOf } from "#tests/upstream/support/outcome-of";
import { transact } from "#upstream/db/transact";
import { deleteUser, forgetLate } from "#upstream/modules/user/delete-user";
import { createShop, type Shop } from "./order-world";
import { addProfessional } from "./professional";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
afterAll(() => shop.upstream.close());

test("an order during whose creation the account is closed is refused, and keeps nothing of the payer", async () => {
  const { services } = shop.upstream;
  const { db } = services;
  const offerId = await shop.addOffer();
  const as = await addProfessional(shop.upstream, "走的人");
  const close = () => transact(db, (trx) => deleteUser(trx, services, as));
  // Closed while WeChat tells the openid.
  const openidOf = async () => {
    await close();
    return "openid-1";
  };
  services.officialAccount = Object.assign(Object.create(services.officialAccount ?? null), { openidOf });
  const body = { channel: "jsapi", offerId, requestId: randomUUID(), weixinCode: "code" } as const;
  expect(await codeOf(shop.upstream.call(zhikuOrderApi.create, { body }, { as }))).toBe("NOT_LOGIN");
  const orders = db.selectFrom("zhiku_orders").select(["payer_openid", "prepay_id"]).where("user_id", "=", as);
  expect(await orders.execute()).toEqual([]);
});

test("what an order stores of a payer just after the account was closed is forgotten", async () => {
  const { services } = shop.upstream;
  const { db } = services;
  const as = await addProfessional(shop.upstream, "也走的人");
  const { orderNo } = await shop.order(as, await shop.addOffer());
  await transact(db, (trx) => deleteUser(trx, services, as));
  const late = { payer_openid: "openid-2", prepay_id: "wx-2" };
  await db.updateTable("zhiku_orders").set(late).where("order_no", "=", orderNo).execute();
  await forgetLate(services);
  const order = db.selectFrom("zhiku_orders").select(["payer_openid", "prepay_id"]).where("order_no", "=", orderNo);
  expect(await order.executeTakeFirst()).toEqual({ payer_openid: null, prepay_id: null });
});
