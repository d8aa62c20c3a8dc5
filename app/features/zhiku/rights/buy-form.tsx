import { Form, useNavigation } from "@remix-run/react";
import { Button, buttonClass } from "#app/components/ui/button";
import { formatYuan } from "#app/components/ui/format-yuan";
import type { RightsOffer } from "#app/contract/zhiku/rights";
import { LoginLink } from "#app/features/login/login-link";
import { MemberLink } from "#app/features/login/member-link";
import { WriterField } from "#app/forms/writer-field";
import { useOffered } from "#app/hooks/offered";
import { paths } from "#app/paths";
import { LazyOrderTerms, LazyWechatPayLink } from "./lazy-order-steps";
import type { PurchaseResult } from "./purchase-result";
import { seenText } from "./seen-offer";

type Props = {
  /** `requestId` is the idempotency key of the purchase; null for anonymous readers. */
  offer: Pick<RightsOffer, "id" | "name" | "price" | "days"> & { requestId: string | null };
  /** Version of zhiku's terms to accept first; null if accepted, or there are none. */
  terms: number | null;
  /** Result of the purchase. */
  result?: PurchaseResult | undefined;
  /** Action path: the offers page. */
  action: string;
  /** Path to return to for reading. */
  back: string | undefined;
  /** Button label. */
  label?: string;
};

/** One-click purchase of a right; anonymous readers log in first, and are then sent to the payment. */
export function BuyForm({ offer, terms, result, action, back, label = "立即购买" }: Props) {
  const { id, name, price, requestId } = offer;
  const paying = useOffered("pay");
  const { state, formData } = useNavigation();
  const sending = state !== "idle" && formData?.get("offerId") === String(id);
  if (!paying) {
    return (
      <MemberLink to={paths.zhikuOrders({ back })} className={buttonClass({})}>
        用兑换码开通
      </MemberLink>
    );
  }
  if (requestId === null) {
    // Via the profile page, which knows whether anything must be filled in before the order.
    const next = paths.zhikuProfile(paths.zhikuRights({ offer: String(id), back }));
    return (
      <LoginLink
        open
        next={next}
        className={buttonClass({ variant: "primary", size: "large", block: true })}
        aria-label={`登录后购买${name}`}
      >
        {formatYuan(price)} 登录后购买
      </LoginLink>
    );
  }
  if (result?.step) return <LazyWechatPayLink url={result.step.url} />;
  return (
    <Form method="post" action={action} className="offer__form">
      <WriterField notice={result?.status === "refused" ? result : null} />
      <input type="hidden" name="offerId" value={id} />
      <input type="hidden" name="requestId" value={result?.values?.requestId ?? requestId} />
      <input type="hidden" name="seen" value={seenText(offer)} />
      {terms === null ? null : <LazyOrderTerms offerId={id} version={terms} result={result} />}
      <Button type="submit" variant="primary" size="large" block busy={sending} aria-label={`购买${name}`}>
        {sending ? "正在下单…" : `${formatYuan(price)} ${label}`}
      </Button>
    </Form>
  );
}
