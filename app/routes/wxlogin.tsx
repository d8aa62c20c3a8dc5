import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction, replace } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "#app/components/ui/button";
import { Illustration, type IllustrationName } from "#app/components/ui/illustration";
import { queryObjApi } from "#app/contract/query-obj";
import { pageMeta } from "#app/features/seo/meta";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway.server";
import { UpstreamError } from "#app/server/upstream-error";

type Outcome = { kind: "login" | "phone-needed" | "bound" } | { kind: "failed"; reason: string };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "微信授权", path: "/wxlogin", noIndex: true }, matches);

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** Where WeChat's authorisation ends: `state` and `obj` name its result, which can be read once. */
export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams;
  const state = query.get("state");
  const obj = query.get("obj");
  if (!state || !obj) throw replace("/");
  // One person's result; and `obj` is not among the names that kept pages are told apart by.
  args.context.incomplete = true;
  return data(await outcomeOf(args, { state, obj }), { headers: { "cache-control": "no-store" } });
}

async function outcomeOf(args: LoaderFunctionArgs, query: { state: string; obj: string }): Promise<Outcome> {
  try {
    const result = await gateway(args).call(queryObjApi.get, { query });
    return result.kind === "failed" ? result : { kind: result.kind };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return { kind: "failed", reason: error.message };
  }
}

type Shown = { illustration: IllustrationName; title: string; text: string; action: { label: string; to: string } };

const SHOWN: Record<Exclude<Outcome["kind"], "failed">, Shown> = {
  login: {
    illustration: "success",
    title: "微信授权成功",
    text: "您的微信账号已经确认。",
    action: { label: "去首页", to: paths.home() },
  },
  "phone-needed": {
    illustration: "welcome",
    title: "还差一步",
    text: "这个微信号还没有绑定手机号，请用手机号登录一次，之后就可以直接用微信登录。",
    action: { label: "用手机号登录", to: paths.login() },
  },
  bound: {
    illustration: "success",
    title: "微信已绑定",
    text: "以后可以直接用微信登录。",
    action: { label: "回账号设置", to: paths.accountSecure() },
  },
};

export default function WeixinLogin() {
  const outcome = useLoaderData<typeof loader>();
  const shown: Shown =
    outcome.kind === "failed"
      ? {
          illustration: "server-error",
          title: "微信授权没有完成",
          text: outcome.reason,
          action: { label: "换一种方式登录", to: paths.login() },
        }
      : SHOWN[outcome.kind];
  return (
    <div className="error-screen">
      <Illustration name={shown.illustration} />
      <h1 className="error-screen__title">{shown.title}</h1>
      <p className="error-screen__description">{shown.text}</p>
      <p className="error-screen__actions">
        <LinkButton to={shown.action.to} variant="primary">
          {shown.action.label}
        </LinkButton>
      </p>
    </div>
  );
}
