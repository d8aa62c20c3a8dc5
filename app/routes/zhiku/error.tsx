import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { buttonClass } from "#app/components/ui/button";
import { Illustration, type IllustrationName } from "#app/components/ui/illustration";
import { Link } from "#app/components/ui/link";
import { MemberLink } from "#app/features/login/member-link";
import { pageMeta } from "#app/features/seo/meta";
import { backOf } from "#app/features/zhiku/back.server";
import { paths } from "#app/paths";
import { tokenOf } from "#app/server/cookies/session.server";
import { optional } from "#app/server/errors/optional.server";
import { wrongAddress } from "#app/server/errors/page-error.server";
import { zhikuProfileOf } from "#app/server/zhiku-profile.server";

type Page = {
  illustration: IllustrationName;
  title: string;
  text: string;
  /** Links to go on; `members` leads to a page for which others log in first. */
  actions: { label: string; to: (back: string | undefined) => string; members?: boolean }[];
};

const PAGES: Record<string, Page> = {
  401: {
    illustration: "welcome",
    title: "请先完善职业信息",
    text: "知库面向从业者。姓名、公司、部门、职位、手机号和邮箱都填好后，就可以搜索、阅读和购买权益。",
    actions: [
      { label: "去填写", to: (back) => paths.zhikuProfile(back), members: true },
      { label: "回知库首页", to: () => paths.zhiku() },
    ],
  },
  403: {
    illustration: "locked",
    title: "没有阅读权限",
    text: "这份资料需要对应分类的权益，你还没有，或者已经到期。标着“试读”的资料，职业信息完整的会员都可以直接阅读。",
    actions: [
      { label: "查看权益与价格", to: () => paths.zhikuRights() },
      { label: "看看可以试读的资料", to: () => paths.zhiku() },
      { label: "回社区首页", to: () => paths.home() },
    ],
  },
  404: {
    illustration: "not-found",
    title: "没有找到这份资料",
    text: "它可能已经下架，或者地址有误。你可以从知库首页重新找起。",
    actions: [{ label: "回知库首页", to: () => paths.zhiku() }],
  },
};

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(
    data && { title: PAGES[data.status]?.title ?? "", path: paths.zhikuError(data.status), noIndex: true },
    matches,
  );

export async function loader(args: LoaderFunctionArgs) {
  const { status = "" } = args.params;
  if (status !== "401" && status !== "403" && status !== "404") throw wrongAddress();
  const asksForProfile = status === "401" && tokenOf(args.request) !== null;
  const profile = asksForProfile ? await optional(zhikuProfileOf(args)) : null;
  return {
    status: Number(status) as 401 | 403 | 404,
    rejectReason: profile?.rejectReason ?? "",
    back: backOf(args.request),
  };
}

export default function ZhikuError() {
  const { status, rejectReason, back } = useLoaderData<typeof loader>();
  const page = PAGES[status];
  if (!page) return null;
  return (
    <main className="error-screen" id="main">
      <Illustration name={page.illustration} />
      <h1 className="error-screen__title">{page.title}</h1>
      <p className="error-screen__description">
        {rejectReason ? `你填写的职业信息被退回了：${rejectReason}。改好之后就可以继续。` : page.text}
      </p>
      <p className="error-screen__actions">
        {page.actions.map(({ label, to, members }, index) => {
          const Action = members ? MemberLink : Link;
          return (
            <Action key={label} to={to(back)} className={buttonClass({ variant: index === 0 ? "primary" : "plain" })}>
              {label}
            </Action>
          );
        })}
      </p>
      <p className="error-screen__status">{status}</p>
    </main>
  );
}
