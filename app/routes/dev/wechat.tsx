import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Icon } from "#app/components/ui/icon";
import { devApi } from "#app/contract/site/dev";
import { pageMeta } from "#app/features/seo/meta";
import { gateway } from "#app/server/gateway/gateway.server";
import { FRAMED_BY_US } from "#app/server/headers/content-security-policy.server";
import { devOnly } from "#app/server/site/dev-only.server";
import devStyles from "#app/styles/dev.css?url";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({ title: "微信授权（演示）", path: "/_dev", noIndex: true }, matches);

export const headers = () => FRAMED_BY_US;

/** The demo's replacement for `open.weixin.qq.com/connect/qrconnect`, with the same rules. */
export async function loader(args: LoaderFunctionArgs) {
  devOnly();
  const query = new URL(args.request.url).searchParams;
  if (!query.has("state")) throw redirect("/_dev");
  const page = await gateway(args).load(devApi.wechatPage, { query: Object.fromEntries(query) });
  // Like WeChat's page: inside a frame it navigates the top window, unless told to stay inside.
  const target = query.get("login_type") === "jssdk" && query.get("self_redirect") !== "true" ? "_top" : undefined;
  return { ...page, target };
}

export default function FakeWechat() {
  const page = useLoaderData<typeof loader>();
  return (
    <main id="main" className="fake-wechat">
      <link rel="stylesheet" href={devStyles} />
      <h1 className="fake-wechat__title">
        <Icon name="wechat" />
        微信登录（演示）
      </h1>
      {page.kind === "refused" ? (
        <p>{page.message}</p>
      ) : (
        <>
          <p>真实的微信会在这里显示二维码。演示中，请选择用谁的手机扫码：</p>
          <ul className="fake-wechat__people">
            {page.people.map(({ openid, nickname }) => (
              <li key={openid}>
                <a
                  href={page.agree[openid]}
                  target={page.target}
                  data-reload=""
                  className="button button--primary button--block"
                >
                  <bdi>{nickname}</bdi> 扫码并同意
                </a>
              </li>
            ))}
            <li>
              <a
                href={page.refuseUrl}
                target={page.target}
                data-reload=""
                className="button button--plain button--block"
              >
                拒绝
              </a>
            </li>
          </ul>
        </>
      )}
    </main>
  );
}
