import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Card } from "#app/components/ui/card";
import { FlashMessage } from "#app/components/ui/flash-message";
import { formatYuan } from "#app/components/ui/format-yuan";
import { pageMeta } from "#app/features/seo/meta";
import { changeZhikuProfile } from "#app/features/zhiku/profile/change-zhiku-profile.server";
import type { ProfileResult } from "#app/features/zhiku/profile/profile-result";
import { ProfileRules } from "#app/features/zhiku/profile/profile-rules";
import { ZhikuProfileForm } from "#app/features/zhiku/profile/zhiku-profile-form";
import { type ChosenOffer, leadOnChosen, loadChosen } from "#app/features/zhiku/rights/chosen-offer.server";
import { seenText } from "#app/features/zhiku/rights/seen-offer";
import { WechatPayLink } from "#app/features/zhiku/rights/wechat-pay-link";
import { isFormReturned, userUnlessReturned } from "#app/forms/returned-form.server";
import { paths } from "#app/paths";
import { optional } from "#app/server/errors/optional.server";
import { loadZhikuProfile, zhikuProfileOf } from "#app/server/zhiku-profile.server";

const TEXT = "知库写给从业者：六项都填好就能搜索、阅读和购买。它们只用来确认身份与开具发票，不会出现在你的公开主页上。";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "职业信息", path: paths.zhikuProfile(), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  const user = await userUnlessReturned(args);
  const accountPhone = user?.phone ?? null;
  // A refused form contains what was typed, which suffices.
  const stored = isFormReturned(args.context) ? optional(zhikuProfileOf(args)) : loadZhikuProfile(args);
  const [known, chosen] = await Promise.all([user ? stored : null, loadChosen(args)]);
  if (!isFormReturned(args.context)) leadOnChosen(args.request, known);
  if (!known) return { profile: null, accountPhone, chosen };
  const { rights: _, ...profile } = known;
  return { profile, accountPhone, chosen };
}

export const action = (args: ActionFunctionArgs) => changeZhikuProfile(args);
export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function ZhikuProfilePage() {
  const { profile, accountPhone, chosen } = useLoaderData<typeof loader>();
  const result = useActionData<ProfileResult>();
  const payer = result?.step?.kind === "payer" ? result.step : null;
  return (
    <Columns side={<ProfileRules />}>
      <PageHead title="职业信息" text={TEXT} />
      <Card>
        {payer ? (
          <>
            <FlashMessage message="职业信息已保存，接着由微信确认由谁支付。" />
            <WechatPayLink url={payer.url} />
          </>
        ) : (
          <>
            {chosen ? (
              <FlashMessage
                kind="info"
                message={chosenText(chosen)}
                action={{ label: "换一项权益", to: chosen.others }}
              />
            ) : null}
            <ZhikuProfileForm
              profile={profile}
              accountPhone={accountPhone}
              result={result}
              save={chosen ? "保存并去支付" : "保存"}
              seen={chosen?.offer ? seenText(chosen.offer) : ""}
            />
          </>
        )}
      </Card>
    </Columns>
  );
}

function chosenText({ offer }: ChosenOffer): string {
  const what = offer ? `你选了“${offer.name}”（${formatYuan(offer.price)}，${offer.days} 天）。` : "";
  return `${what}付款之前先填好职业信息，保存后就去支付。`;
}
