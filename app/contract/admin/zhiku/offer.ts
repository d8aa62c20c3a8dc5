import { z } from "zod";
import { removalReason } from "#app/contract/admin/edited";
import { count, fen, id, idempotencyKey, idOrNull, idParams, nothing, text } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { zhikuCategoryRef } from "#app/contract/zhiku/content";

/** Fen; below WeChat Pay's maximum. */
export const OFFER_PRICE_MAX = 10_000_000;
/** Maximum number of offers. */
export const OFFERS_MAX = 200;
/** Maximum duration of a right in days: ten years. */
const DAYS_MAX = 3650;

const version = z.number({ error: "请重新打开这一页" }).int().nonnegative();

/** Fields of an offer that staff edit. */
export const offerFields = z.object({
  name: text("名称", { min: 1, max: 40 }),
  description: text("说明", { max: 200 }).default(""),
  /** Category that it covers, with its subcategories; null for all. */
  categoryId: idOrNull,
  /** Fen. */
  price: z
    .number({ error: "请填价格" })
    .int("请填价格，最多两位小数，如 198 或 9.90")
    .min(1, "请填价格，至少 0.01 元，最多两位小数")
    .max(OFFER_PRICE_MAX, `不能超过 ${OFFER_PRICE_MAX / 100} 元`),
  days: z.number({ error: "请填天数" }).int("请填整天数").min(1, "至少 1 天").max(DAYS_MAX, `最多 ${DAYS_MAX} 天`),
  onSale: z.boolean().default(false),
});

/** An offer in the console. */
const editedOffer = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  category: zhikuCategoryRef.nullable(),
  price: fen,
  days: count,
  onSale: z.boolean(),
  /** Whether readers see it: on sale, and its category is not hidden. */
  shown: z.boolean(),
  version,
  /** Number of its orders and redeem codes in any state. */
  orders: count,
  codes: count,
});
export type EditedOffer = z.output<typeof editedOffer>;

/** Calls on offers, for those who set prices. */
export const adminOfferApi = {
  list: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/offer",
    permission: "offer.manage",
    summary: "后台：知库的商品，按读者看到的顺序，含没有上架的",
    data: z.array(editedOffer),
  }),
  categories: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/offer-category",
    permission: "offer.manage",
    summary: "后台：商品可以选的知库分类，上级在下级之前；知库关闭时也有",
    data: z.array(zhikuCategoryRef),
  }),
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/offer/:id",
    permission: "offer.manage",
    summary: "后台：一项商品",
    params: idParams,
    data: editedOffer,
  }),
  add: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/offer",
    permission: "offer.manage",
    summary: "后台：新建商品，排在最后",
    body: offerFields.extend({ idempotencyKey }),
    data: z.object({ id: z.number() }),
  }),
  put: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/offer",
    permission: "offer.manage",
    summary: "后台：修改商品与价格，上架或下架；已有的订单不变；别人改过时拒绝",
    body: offerFields.extend({ id, version }),
    data: z.object({ version }),
  }),
  order: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/offer/order",
    permission: "offer.manage",
    summary: "后台：排列商品：给出全部编号",
    body: z.object({ ids: z.array(id).max(OFFERS_MAX) }),
    data: nothing,
  }),
  remove: staffEndpoint({
    method: "DELETE",
    path: "/api/ext/admin/offer",
    permission: "offer.manage",
    summary: "后台：删除没有订单也没有兑换码的商品",
    body: z.object({ id, reason: removalReason }),
    data: nothing,
  }),
};
