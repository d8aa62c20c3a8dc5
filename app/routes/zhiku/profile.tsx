import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Card } from "#app/components/ui/card";
import { zhikuUserApi } from "#app/contract/zhiku/user";
import { pageMeta } from "#app/features/seo/meta";
import { changeZhikuProfile } from "#app/features/zhiku/profile/change-zhiku-profile.server";
import { ZhikuProfileForm } from "#app/features/zhiku/profile/zhiku-profile-form";
import { requireZhikuMember } from "#app/features/zhiku/zhiku-guards.server";
import { paths } from "#app/paths";
import { isAnswered } from "#app/server/answered-form.server";
import { gateway } from "#app/server/gateway.server";

const TEXT = "知库写给从业者：六项都填好就能搜索和阅读。它们只用来确认身份与开具发票，不会出现在您的公开主页上。";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "职业信息", path: paths.zhikuProfile(), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  // What comes back with a form whose login has ended needs none.
  if (isAnswered(args.context)) return { profile: null, accountPhone: null };
  const { phone: accountPhone } = await requireZhikuMember(args);
  const { rights: _, ...profile } = await gateway(args).load(zhikuUserApi.get, {});
  return { profile, accountPhone };
}

export const action = (args: ActionFunctionArgs) => changeZhikuProfile(args);

export default function ZhikuProfilePage() {
  const { profile, accountPhone } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <Columns>
      <PageHead title="职业信息" text={TEXT} />
      <Card>
        <ZhikuProfileForm profile={profile} accountPhone={accountPhone} answer={answer} />
      </Card>
    </Columns>
  );
}
