import { formatYuan } from "#app/components/ui/format-yuan";
import type { RightsOffer } from "#app/contract/zhiku/rights";
import { perDay } from "./lead-offer";

/** Line with an offer's price: ¥148，365 天，每天约 0.41 元; rounded up, so that nobody pays more than stated. */
export function PriceLine({ offer }: { offer: Pick<RightsOffer, "price" | "days"> }) {
  return (
    <p className="offer__price">
      <strong className="numbers">{formatYuan(offer.price)}</strong>
      <span className="numbers">{offer.days} 天</span>
      <span className="numbers">每天约 {dayPrice(offer)} 元</span>
    </p>
  );
}

/** Yuan per day, rounded up to the fen. */
export const dayPrice = (offer: Pick<RightsOffer, "price" | "days">): string =>
  (Math.ceil(perDay(offer) - 1e-9) / 100).toFixed(2);
