import { Card } from "#app/components/ui/card";
import { FlashMessage } from "#app/components/ui/flash-message";
import { formatYuan } from "#app/components/ui/format-yuan";
import { Icon } from "#app/components/ui/icon";
import { Prose } from "#app/components/ui/prose";
import { Tag } from "#app/components/ui/tag";
import type { ZhikuRightsText } from "#app/contract/zhiku/category";
import { BuyForm } from "./buy-form";
import type { ShownOffer } from "./load-rights.server";
import { PriceLine } from "./price-line";
import type { PurchaseResult } from "./purchase-result";
import { scopeName } from "./right-states";

type Props = {
  offer: ShownOffer;
  /** The operator's text on what it includes. */
  text: ZhikuRightsText | undefined;
  /** The operator's text on refunds; empty for none. */
  refund: string;
  /** Version of zhiku's terms to accept first; null if accepted, or there are none. */
  terms: number | null;
  /** Result of the purchase. */
  result: PurchaseResult | undefined;
  action: string;
  back: string | undefined;
};

/** The chosen or recommended offer: what it opens, its price, and the buy button. */
export function LeadCard({ offer, text, refund, terms, result, action, back }: Props) {
  const { name, description, category, opens, saves, until, notes, recommended } = offer;
  return (
    <Card className="offer offer--lead">
      <div className="offer__head">
        <h3 className="offer__name">{name}</h3>
        {until ? <Tag tone="accent">续期</Tag> : recommended ? <Tag tone="warm">推荐</Tag> : null}
      </div>
      <PriceLine offer={offer} />
      {saves > 0 ? <p className="offer__saves">比各分类分别购买省 {formatYuan(saves)}</p> : null}
      <p className="offer__text">{description}</p>
      <p className="offer__opens">
        <Icon name="check" />
        可阅读：{scopeName(category)}
        {opens === null ? "" : `，${opens} 篇资料`}，含文件下载
      </p>
      {notes.map((note) => (
        <p key={note} className="offer__opens">
          <Icon name="check" />
          {note}
        </p>
      ))}
      {result?.status === "refused" && !result.fields.agreed ? (
        <FlashMessage kind="error" message={result.message} />
      ) : null}
      <BuyForm offer={offer} terms={terms} result={result} action={action} back={back} />
      {refund ? (
        <p className="offer__refund">
          <Icon name="shield" />
          {refund}
        </p>
      ) : null}
      {text ? (
        <details className="offer__more">
          <summary>
            {text.title}包含什么
            <Icon name="chevron-down" />
          </summary>
          <Prose html={text.contentHtml} size="compact" />
        </details>
      ) : null}
    </Card>
  );
}
