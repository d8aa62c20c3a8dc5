import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Facts } from "#app/features/account/facts";
import { pageMeta } from "#app/features/seo/meta";
import { paths } from "#app/paths";
import { requireUser } from "#app/server/viewer.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "账号与安全", path: paths.accountSecure(), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  const { phone, hasPassword, weixinBound } = await requireUser(args);
  return { phone, hasPassword, weixinBound };
}

export default function AccountSecure() {
  const { phone, hasPassword, weixinBound } = useLoaderData<typeof loader>();
  return (
    <div className="account">
      <Facts
        facts={[
          { label: "手机号", value: phone ?? "未绑定", note: "用来登录和找回账号，只有您自己能看到" },
          { label: "密码", value: hasPassword ? "已设置" : "未设置", note: "没有密码时用短信验证码登录" },
          { label: "微信", value: weixinBound ? "已绑定" : "未绑定" },
        ]}
      />
    </div>
  );
}
