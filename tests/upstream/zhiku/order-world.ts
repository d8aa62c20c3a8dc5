import { randomUUID } from "node:crypto";
import { zhikuOrderApi } from "#app/contract/zhiku/order";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import type { UpstreamConfig } from "#upstream/config";
import { transact } from "#upstream/db/transact";
import { createCategory } from "#upstream/modules/zhiku/category/write";
import { createRedeemCodes } from "#upstream/modules/zhiku/order/redeem-code";
import { createOffer, type OfferFields } from "#upstream/modules/zhiku/rights/offers";
import type { FakeWechatPay } from "#upstream/services/pay/fake-charge";

export const NOTIFY_PATH = "/api/pro/weixin/pay/notify";
const MINUTE = 60_000;

export type Shop = {
  upstream: TestUpstream;
  pay: FakeWechatPay;
  now(): Date;
  wait(milliseconds: number): void;
  /** `growth` contains `retention`; `finance` is separate. */
  categories: { growth: number; retention: number; finance: number };
  addOffer(fields?: Partial<OfferFields>): Promise<number>;
  /** An order by QR code; returns its number and the code's content. */
  order(as: number, offerId: number): Promise<{ orderNo: string; codeUrl: string }>;
  stateOf(as: number, orderNo: string): Promise<string>;
  addCodes(offerId: number, count?: number, expiresAt?: string | null): Promise<string[]>;
  rightsOf(
    userId: number,
  ): Promise<{ from_at: string; until_at: string; source: string; category_id: number | null }[]>;
};

/**
 * Creates an upstream with offers, a fake WeChat Pay whose notifications reach it, and a clock that only `wait`
 * advances; or a shop in an existing upstream, with its clock.
 */
export async function createShop(config: Partial<UpstreamConfig> = {}, there?: TestUpstream): Promise<Shop> {
  let now = new Date("2026-03-01T08:00:00Z");
  const upstream = there ?? (await createTestUpstream({ clock: () => now, config }));
  const { db } = upstream.services;
  const category = async (slug: string, name: string, parentId: number | null) => {
    const fields = { slug, name, parentId, description: "", cover: null, banner: null, position: 0 };
    return (await transact(db, (trx) => createCategory(trx, fields))).id;
  };
  const growth = await category("growth", "增长", null);
  const categories = {
    growth,
    retention: await category("retention", "留存", growth),
    finance: await category("finance", "财务", null),
  };
  const fakes = upstream.services.fakes;
  if (!fakes) throw new Error("no fakes");
  return {
    upstream,
    pay: fakes.pay,
    now: () => upstream.services.clock(),
    wait(milliseconds) {
      now = new Date(now.getTime() + milliseconds);
    },
    categories,
    async addOffer(fields = {}) {
      const whole = { name: "全库一年", description: "", categoryId: null, price: 19_900, days: 365, position: 0 };
      return (await transact(db, (trx) => createOffer(trx, { ...whole, onSale: true, ...fields }))).id;
    },
    async order(as, offerId) {
      const body = { channel: "native", offerId, requestId: randomUUID() } as const;
      const { order, payment } = await upstream.call(zhikuOrderApi.create, { body }, { as });
      if (payment?.channel !== "native") throw new Error("nothing to scan");
      return { orderNo: order.orderNo, codeUrl: payment.codeUrl };
    },
    async stateOf(as, orderNo) {
      const { list } = await upstream.call(zhikuOrderApi.list, { query: { orderNo } }, { as });
      return list[0]?.state ?? "none";
    },
    addCodes: (offerId, count = 1, expiresAt = null) =>
      transact(db, (trx) => createRedeemCodes(trx, { offerId, count, expiresAt })),
    rightsOf: (userId) =>
      db
        .selectFrom("zhiku_rights")
        .select(["from_at", "until_at", "source", "category_id"])
        .where("user_id", "=", userId)
        .orderBy("id")
        .execute(),
  };
}

/** Milliseconds after which the sweep queries an order, and within which it can be paid. */
export const ASK_AFTER = 2 * MINUTE;
export const PAYABLE_FOR = 30 * MINUTE;
