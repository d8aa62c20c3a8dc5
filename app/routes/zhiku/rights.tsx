import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { buttonClass } from "#app/components/ui/button";
import { Card } from "#app/components/ui/card";
import { EmptyState } from "#app/components/ui/empty-state";
import { FlashMessage } from "#app/components/ui/flash-message";
import { Icon } from "#app/components/ui/icon";
import { Link } from "#app/components/ui/link";
import { Time } from "#app/components/ui/time";
import { useHere } from "#app/components/ui/use-here";
import { useFirstEntry } from "#app/features/feed/use-first-entry";
import { MemberLink } from "#app/features/login/member-link";
import { pageMeta } from "#app/features/seo/meta";
import { LazyOwnRights } from "#app/features/zhiku/rights/lazy-own-rights";
import { LeadCard } from "#app/features/zhiku/rights/lead-card";
import { loadRights } from "#app/features/zhiku/rights/load-rights.server";
import { OfferRow } from "#app/features/zhiku/rights/offer-row";
import { purchase } from "#app/features/zhiku/rights/purchase.server";
import type { PurchaseResult } from "#app/features/zhiku/rights/purchase-result";
import { RightsText } from "#app/features/zhiku/rights/rights-text";
import { useOffered } from "#app/hooks/offered";
import { paths } from "#app/paths";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(
    data && { title: "知库权益", description: "知库有哪些权益，各打开什么、多少钱", path: paths.zhikuRights() },
    matches,
  );

export const loader = (args: LoaderFunctionArgs) => loadRights(args);

export function action(args: ActionFunctionArgs) {
  return purchase(args);
}

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

/** Id of the element that shows the result of an order, with and without scripts. */
const PLACE = "lead";

export default function ZhikuRights() {
  const { member, first, open, category, offers, coveredUntil, shown, texts, help, refund, terms } =
    useLoaderData<typeof loader>();
  const result = useActionData<PurchaseResult>();
  const here = useHere();
  const paying = useOffered("pay");
  const back = here.query.get("back") ?? undefined;
  const redeemPath = paths.zhikuOrders({ back });
  const asked = offers.find(({ id }) => String(id) === result?.values?.offerId);
  const lead = asked ?? offers.find(({ id }) => id === shown);
  const at = (offer?: number) =>
    paths.zhikuRights({
      ...(category ? { category: category.id } : {}),
      ...(offer ? { offer: String(offer) } : {}),
      back,
    });
  // Readers who have everything see no offers, unless they look for one to extend it.
  const has = coveredUntil !== null && !here.query.has("offer") && !asked;
  const whenUnsold = useFirstEntry(
    "去后台上架商品",
    "/admin/offer",
    <MemberLink to={redeemPath} className={buttonClass({ variant: "soft" })}>
      去兑换
    </MemberLink>,
  );
  const selling = lead ? (
    <div className="offers__pair">
      <div className="offers__lead" id={PLACE}>
        <LeadCard
          key={lead.id}
          offer={lead}
          text={texts.find((text) => text.category?.id === lead.category?.id)}
          refund={refund}
          terms={terms}
          result={asked ? result : undefined}
          action={`${at(lead.id)}#${PLACE}`}
          back={back}
        />
      </div>
      {offers.length > 1 ? (
        <Card title={category ? "能打开它的权益" : "比较全部权益"} flush className="offers__list">
          <ul>
            {offers.map((offer) => (
              <OfferRow key={offer.id} offer={offer} to={`${at(offer.id)}#${PLACE}`} current={offer === lead} />
            ))}
          </ul>
        </Card>
      ) : null}
    </div>
  ) : (
    <Card>
      <EmptyState
        text={`现在没有${category ? "能打开它的" : ""}权益在售，不能购买。有兑换码的可以兑换，没有的过一阵再来看看。`}
        action={whenUnsold}
      />
    </Card>
  );
  return (
    <Columns wide>
      <PageHead
        title="权益"
        text={`一项权益打开一个或全部分类，${lead ? "从支付起按天计算；再买，时间接在后面" : "从开通起按天计算"}。`}
      />
      {member ? <LazyOwnRights rights={member.rights} /> : null}
      {first ? (
        <FlashMessage
          kind="info"
          message={first}
          action={member ? { label: "去填写", to: paths.zhikuProfile(at()) } : undefined}
        />
      ) : null}
      {open ? <FlashMessage kind="info" message={open.message} action={{ label: "去支付", to: open.to }} /> : null}
      <section className="offers" aria-labelledby="offers-title">
        <div className="offers__head">
          <h2 className="offers__title" id="offers-title">
            {category ? `能打开“${category.name}”的权益` : lead ? "选择权益" : "在售的权益"}
          </h2>
          {category ? (
            <Link to={paths.zhikuRights({ back })} className="offers__all">
              看全部权益
            </Link>
          ) : null}
        </div>
        {result?.status === "refused" && !asked ? <FlashMessage kind="error" message={result.message} /> : null}
        {has ? (
          <details className="card offers__renew">
            <summary className="rights-text__head">
              <span>
                你已经能读这里的全部资料，到 <Time value={coveredUntil} format="date" />
                ；提前续期
              </span>
              <Icon name="chevron-down" />
            </summary>
            {selling}
          </details>
        ) : (
          selling
        )}
        {lead ? (
          <p className="offers__note">
            {paying ? "用微信支付，也可以用" : "现在不能在线支付，可以用"}
            <MemberLink to={redeemPath}>兑换码</MemberLink>。
          </p>
        ) : null}
      </section>
      {help ? <RightsText title="常见问题" html={help} open /> : null}
    </Columns>
  );
}
