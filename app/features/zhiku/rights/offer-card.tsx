import { Form, useNavigation } from "@remix-run/react";
import { Button, buttonClass } from "#app/components/ui/button";
import { FlashMessage } from "#app/components/ui/flash-message";
import { formatYuan } from "#app/components/ui/format-yuan";
import { useHere } from "#app/components/ui/use-here";
import type { RightsOffer } from "#app/contract/zhiku/rights";
import { LoginLink } from "#app/features/login/login-link";
import { useOffered } from "#app/hooks/offered";
import { OrderTerms } from "./order-terms";
import type { PurchaseResult } from "./purchase-result";
import { scopeName } from "./right-states";
import { WechatPayLink } from "./wechat-pay-link";

type Props = {
  /** `requestId` names what the form asks for, so that it is done once; null for visitors. */
  offer: RightsOffer & { requestId: string | null };
  /** Version of zhiku's terms that one has to agree to first; null where one has, or there are none. */
  terms: number | null;
  /** What became of buying it. */
  result: PurchaseResult | undefined;
};

/** One right that can be bought: what it opens, for how long and for how much. */
export function OfferCard({ offer, terms, result }: Props) {
  const { id, name, description, category, price, days, requestId } = offer;
  const { path } = useHere();
  const paying = useOffered("pay");
  // Without scripts what became of it is seen where it was asked for, however long the list is.
  const place = `offer-${id}`;
  const { state, formData } = useNavigation();
  const sending = state !== "idle" && formData?.get("offerId") === String(id);
  return (
    <li className="card offer" id={place}>
      <h3 className="offer__name">{name}</h3>
      <p className="offer__text">{description}</p>
      <p className="offer__price">
        <strong className="numbers">{formatYuan(price)}</strong>
        <span>{days} 天</span>
      </p>
      <p className="offer__opens">可阅读：{scopeName(category)}</p>
      {result?.status === "refused" && !result.fields.agreed ? (
        <FlashMessage kind="error" message={result.message} />
      ) : null}
      {!paying ? null : requestId === null ? (
        <LoginLink className={buttonClass({ variant: "primary", block: true })} label={`登录后购买${name}`}>
          购买
        </LoginLink>
      ) : result?.step ? (
        <WechatPayLink url={result.step.url} />
      ) : (
        <Form method="post" action={`${path}#${place}`}>
          <input type="hidden" name="offerId" value={id} />
          <input type="hidden" name="requestId" value={result?.values?.requestId ?? requestId} />
          {terms === null ? null : <OrderTerms offerId={id} version={terms} result={result} />}
          <Button type="submit" variant="primary" block disabled={sending} aria-label={`购买${name}`}>
            {sending ? "正在下单…" : "购买"}
          </Button>
        </Form>
      )}
    </li>
  );
}
