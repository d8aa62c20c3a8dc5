import { formatYuan } from "#app/components/ui/format-yuan";
import { Icon } from "#app/components/ui/icon";
import { Link } from "#app/components/ui/link";
import { Tag } from "#app/components/ui/tag";
import { Time } from "#app/components/ui/time";
import type { ShownOffer } from "./load-rights.server";
import { dayPrice } from "./price-line";
import { scopeName } from "./right-states";

type Props = {
  offer: ShownOffer;
  /** The page with this offer selected. */
  to: string;
  current: boolean;
};

/** A row of the offer comparison: what it opens, for how long and for how much. */
export function OfferRow({ offer, to, current }: Props) {
  const { name, category, price, days, opens, until, recommended } = offer;
  return (
    <li className={current ? "offer-row offer-row--current" : "offer-row"}>
      <p className="offer-row__name">
        {current ? (
          name
        ) : (
          <Link to={to} stay className="offer-row__link" aria-label={`选择${name}`}>
            {name}
          </Link>
        )}
        {until ? (
          <Tag tone="accent">
            已有，到 <Time value={until} format="date" />
          </Tag>
        ) : recommended ? (
          <Tag tone="warm">推荐</Tag>
        ) : null}
      </p>
      <p className="offer-row__facts numbers">
        <span className="offer-row__scope">{scopeName(category)} · </span>
        {opens === null ? "" : `${opens} 篇 · `}
        {days} 天 · 每天约 {dayPrice(offer)} 元
      </p>
      <p className="offer-row__price numbers">{formatYuan(price)}</p>
      <p className="offer-row__sign" aria-hidden="true">
        {current ? <Icon name="check-circle" /> : <Icon name="chevron-right" />}
      </p>
    </li>
  );
}
