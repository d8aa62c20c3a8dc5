import type { RightsOffer } from "#app/contract/zhiku/rights";

type Seen = Pick<RightsOffer, "price" | "days">;

/** Price and days of an offer, as the form that shows them sends them back. */
export const seenText = ({ price, days }: Seen): string => `${price}x${days}`;

/** Price and days that a form had shown; null if it does not say. */
export function seenIn(text: string): Seen | null {
  const [, price, days] = /^(\d{1,9})x(\d{1,5})$/.exec(text) ?? [];
  return price && days ? { price: Number(price), days: Number(days) } : null;
}
