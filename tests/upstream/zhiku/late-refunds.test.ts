import { expect, test } from "vitest";
import { refundPaymentOfClosedOrder } from "#upstream/modules/zhiku/order/refund-late";
import { sweepOrders } from "#upstream/modules/zhiku/order/sweep-orders";
import { PayError } from "#upstream/services/pay/pay";
import { createShop } from "./order-world";
import { addProfessional } from "./professional";

test("late payments that can't be refunded don't keep the sweep from refunding others", async () => {
  const shop = await createShop();
  const { services } = shop.upstream;
  const { pay, db } = services;
  if (!pay) throw new Error("no WeChat Pay");
  services.note = () => {};
  const offerId = await shop.addOffer();
  const late: string[] = [];
  for (let n = 0; n < 22; n += 1) {
    const { orderNo } = await shop.order(await addProfessional(shop.upstream, `晚付的${n}`), offerId);
    shop.pay.pay(orderNo, { quietly: true });
    late.push(orderNo);
  }
  await db
    .updateTable("zhiku_orders")
    .set((eb) => ({ state: "closed", closed_at: shop.now().toISOString(), transaction_id: eb.ref("order_no") }))
    .execute();
  const stuck = new Set(late.slice(0, 20));
  services.pay = Object.assign(Object.create(pay), {
    refund: async (wanted: Parameters<typeof pay.refund>[0]) => {
      if (stuck.has(wanted.orderNo)) throw new PayError("refused", "no money", "NOT_ENOUGH");
      return pay.refund(wanted);
    },
  });
  for (let sweep = 0; sweep < 3; sweep += 1) {
    shop.wait(60_000);
    await sweepOrders(services);
  }
  const refunded = db.selectFrom("zhiku_orders").select("order_no").where("refunded_at", "is not", null);
  expect((await refunded.orderBy("id").execute()).map(({ order_no }) => order_no)).toEqual(late.slice(20));
  await shop.upstream.close();
});

test("a refused refund is tried again if WeChat Pay does not say whether the money went back; an error of ours is thrown", async () => {
  const shop = await createShop();
  const { services } = shop.upstream;
  const { pay, db } = services;
  if (!pay) throw new Error("no WeChat Pay");
  const told: unknown[] = [];
  services.note = (event: string) => void told.push(event);
  const { orderNo } = await shop.order(await addProfessional(shop.upstream, "晚付的"), await shop.addOffer());
  shop.pay.pay(orderNo, { quietly: true });
  await db
    .updateTable("zhiku_orders")
    .set((eb) => ({ state: "closed", closed_at: shop.now().toISOString(), transaction_id: eb.ref("order_no") }))
    .execute();
  const refusing = (asked: Error) => {
    services.pay = Object.assign(Object.create(pay), {
      refund: () => Promise.reject(new PayError("refused", "gone", "INVALID_REQUEST")),
      query: () => Promise.reject(asked),
    });
    return refundPaymentOfClosedOrder(services, orderNo);
  };
  await refusing(new PayError("down", "no answer"));
  expect(told).toEqual(["refund_failed"]);
  await expect(refusing(new TypeError("not a function"))).rejects.toThrow("not a function");
  await shop.upstream.close();
});
