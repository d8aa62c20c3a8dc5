import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Card } from "#app/components/ui/card";
import { EmptyState } from "#app/components/ui/empty-state";
import { FlashMessage } from "#app/components/ui/flash-message";
import { Link } from "#app/components/ui/link";
import { useHere } from "#app/components/ui/use-here";
import { pageMeta } from "#app/features/seo/meta";
import { loadRights } from "#app/features/zhiku/rights/load-rights.server";
import { OfferCard } from "#app/features/zhiku/rights/offer-card";
import { OwnRights } from "#app/features/zhiku/rights/own-rights";
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

export async function loader(args: LoaderFunctionArgs) {
  const { offers, ...rest } = await loadRights(args);
  return { ...rest, offers: offers.map((offer) => ({ ...offer, requestId: rest.member ? randomUUID() : null })) };
}

export function action(args: ActionFunctionArgs) {
  return purchase(args);
}

/** What comes before money and reading, by what is wrong with the professional profile. */
const FIRST = {
  missing: "购买和阅读之前，要先填好职业信息；选好权益再填也可以，保存后接着支付。兑换码可以先兑换。",
  rejected: "您的职业信息被退回了，改好之后才能购买和阅读。兑换码可以先兑换。",
};

export default function ZhikuRights() {
  const { member, category, offers, texts, help, terms } = useLoaderData<typeof loader>();
  const result = useActionData<PurchaseResult>();
  const here = useHere();
  const paying = useOffered("pay");
  const back = here.query.get("back") ?? undefined;
  return (
    <Columns wide>
      <PageHead
        title="权益"
        text="一项权益打开一个分类或全部分类，从支付的那一刻起按天计算；同一分类再买，时间接在后面。"
      />
      {member ? <OwnRights rights={member.rights} /> : null}
      {!member ? (
        <FlashMessage kind="info" message="购买和阅读之前，要先登录并填好职业信息。" />
      ) : member.profile === "missing" || member.profile === "rejected" ? (
        <FlashMessage
          kind="info"
          message={FIRST[member.profile]}
          action={{ label: "去填写", to: paths.zhikuProfile(here.path) }}
        />
      ) : null}
      <section className="offers" aria-labelledby="offers-title">
        <div className="offers__head">
          <h2 className="offers__title" id="offers-title">
            {category ? `能打开“${category.name}”的权益` : "选择权益"}
          </h2>
          {category ? (
            <Link to={paths.zhikuRights({ back })} className="offers__all">
              看全部权益
            </Link>
          ) : null}
        </div>
        {result?.status === "refused" && !offers.some(({ id }) => String(id) === result.values.offerId) ? (
          <FlashMessage kind="error" message={result.message} />
        ) : null}
        {offers.length === 0 ? (
          <Card>
            <EmptyState
              text="现在没有在售的权益；手里有兑换码的话仍可兑换"
              action={{ label: "去兑换", to: paths.zhikuOrders() }}
            />
          </Card>
        ) : (
          <ul className="offers__list">
            {offers.map((offer) => (
              <OfferCard
                key={offer.id}
                offer={offer}
                terms={terms}
                result={result?.values?.offerId === String(offer.id) ? result : undefined}
              />
            ))}
          </ul>
        )}
        <p className="offers__note">
          {paying ? "用微信支付，也可以用" : "现在不能在线支付，可以用"}
          <Link to={paths.zhikuOrders()}>兑换码</Link>。
        </p>
      </section>
      {texts.map(({ title, contentHtml }) => (
        <RightsText key={title} title={title} html={contentHtml} open={category !== null} />
      ))}
      {help ? <RightsText title="常见问题" html={help} open={category !== null} /> : null}
    </Columns>
  );
}
