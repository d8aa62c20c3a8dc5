import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Avatar } from "#app/components/ui/avatar";
import { LinkButton } from "#app/components/ui/button";
import { userApi } from "#app/contract/user";
import { Facts } from "#app/features/account/facts";
import { pageMeta } from "#app/features/seo/meta";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway.server";
import { part } from "#app/server/part.server";
import { requireUser } from "#app/server/viewer.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "个人资料", path: paths.account(), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  const user = await requireUser(args);
  const { call } = gateway(args);
  return { user, info: await part(call(userApi.baseInfo, { query: { userId: user.userId } })) };
}

export default function AccountProfile() {
  const { user, info } = useLoaderData<typeof loader>();
  return (
    <div className="account">
      <div className="account__who">
        <Avatar author={user} size={64} />
        <LinkButton to={paths.user(user.userId)} size="small">
          看我的主页
        </LinkButton>
      </div>
      <Facts
        facts={[
          { label: "昵称", value: user.nickname },
          { label: "一句话介绍", value: user.headline },
          { label: "公司", value: info?.company },
          { label: "城市", value: info?.city },
          { label: "个人简介", value: info?.bio },
          {
            label: "我的收藏",
            value: info?.collectionsPrivate ? "仅自己可见" : "所有人可见",
          },
        ]}
      />
    </div>
  );
}
