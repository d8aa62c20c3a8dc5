import type { EditedOffer } from "#app/contract/admin/zhiku/offer";

/** Text fields of an offer's form. */
export const OFFER_LINES = ["name", "description", "categoryId", "price", "days", "onSale", "version"] as const;
/** Form values of an offer; the price in yuan. */
export type OfferValues = Record<(typeof OFFER_LINES)[number], string> & { idempotencyKey?: string };

/** Initial form values of an offer; null for a new one. */
export const offerValues = (one: EditedOffer | null): OfferValues => ({
  name: one?.name ?? "",
  description: one?.description ?? "",
  categoryId: String(one?.category?.id ?? ""),
  price: one ? (one.price % 100 === 0 ? String(one.price / 100) : (one.price / 100).toFixed(2)) : "",
  days: String(one?.days ?? 365),
  onSale: one?.onSale ? "1" : "",
  version: one ? String(one.version) : "",
});
