import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "#app/components/ui/button";
import { Illustration, type IllustrationName } from "#app/components/ui/illustration";
import { pageMeta } from "#app/features/seo/meta";
import { paths } from "#app/paths";
import { notFound } from "#app/server/page-error.server";

type Page = {
  illustration: IllustrationName;
  title: string;
  text: string;
  actions: { label: string; to: string }[];
};

const PAGES: Record<string, Page> = {
  401: {
    illustration: "welcome",
    title: "请先完善职业信息",
    text: "知库面向从业者。姓名、公司、部门、职位、手机号和邮箱都填写并通过审核后，就可以使用搜索和阅读；如果资料被退回，请按退回原因修改。",
    actions: [
      { label: "去账号设置", to: paths.account() },
      { label: "回知库首页", to: paths.zhiku() },
    ],
  },
  403: {
    illustration: "locked",
    title: "还没有阅读权限",
    text: "这份资料需要订阅对应分类的权益。标着“试读”的资料，职业信息完整的会员都可以直接阅读。",
    actions: [
      { label: "看看可以试读的资料", to: paths.zhiku() },
      { label: "回社区首页", to: paths.home() },
    ],
  },
  404: {
    illustration: "not-found",
    title: "没有找到这份资料",
    text: "它可能已经下架，或者地址有误。您可以从知库首页重新找起。",
    actions: [{ label: "回知库首页", to: paths.zhiku() }],
  },
};

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(
    data && { title: PAGES[data.status]?.title ?? "", path: paths.zhikuError(data.status), noIndex: true },
    matches,
  );

export function loader({ params }: LoaderFunctionArgs) {
  const { status = "" } = params;
  if (status !== "401" && status !== "403" && status !== "404") throw notFound("页面不存在，可能已被移动或删除");
  return { status: Number(status) as 401 | 403 | 404 };
}

export default function ZhikuError() {
  const { status } = useLoaderData<typeof loader>();
  const page = PAGES[status];
  if (!page) return null;
  return (
    <main className="error-screen" id="main">
      <Illustration name={page.illustration} />
      <p className="error-screen__status">{status}</p>
      <h1 className="error-screen__title">{page.title}</h1>
      <p className="error-screen__description">{page.text}</p>
      <p className="error-screen__actions">
        {page.actions.map(({ label, to }, index) => (
          <LinkButton key={to} to={to} variant={index === 0 ? "primary" : "plain"}>
            {label}
          </LinkButton>
        ))}
      </p>
    </main>
  );
}
