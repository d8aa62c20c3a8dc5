import type { EditedOffer } from "#app/contract/admin/offer";

/** Lines of the form of an offer. */
export const OFFER_LINES = ["name", "description", "categoryId", "price", "days", "onSale", "version"] as const;
/** An offer as its form has it: its price in yuan. */
export type OfferValues = Record<(typeof OFFER_LINES)[number], string> & { idempotencyKey?: string };

/** An offer as its form has it before anything is typed; null for a new one. */
export const offerValues = (one: EditedOffer | null): OfferValues => ({
  name: one?.name ?? "",
  description: one?.description ?? "",
  categoryId: String(one?.category?.id ?? ""),
  price: one ? (one.price % 100 === 0 ? String(one.price / 100) : (one.price / 100).toFixed(2)) : "",
  days: String(one?.days ?? 365),
  onSale: one?.onSale ? "1" : "",
  version: one ? String(one.version) : "",
});
