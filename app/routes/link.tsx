import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { buttonClass, LinkButton } from "#app/components/ui/button";
import { Icon } from "#app/components/ui/icon";
import { pageMeta } from "#app/features/seo/meta";
import { paths } from "#app/paths";
import { notFound } from "#app/server/errors/page-error.server";

const LENGTH_MAX = 2000;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "即将离开本站", path: "/link", noIndex: true }, matches);

/** Notice before an external link posted by a member. Only http and https, and the whole URL is shown. */
export function loader({ request }: LoaderFunctionArgs) {
  const to = new URL(request.url).searchParams.get("to") ?? "";
  const target = to.length <= LENGTH_MAX && URL.canParse(to) ? new URL(to) : null;
  if (!target || !/^https?:$/.test(target.protocol)) throw notFound("这个链接无法打开");
  // Credentials before an @ are not part of the destination, but look like one.
  target.username = target.password = "";
  return { href: target.href, host: target.host, secure: target.protocol === "https:" };
}

export default function Leave() {
  const { href, host, secure } = useLoaderData<typeof loader>();
  return (
    <Columns>
      <section className="card leave">
        <Icon name="external" className="leave__icon" />
        <h1 className="leave__title">即将离开本站</h1>
        <p className="leave__text">下面的网址不属于本站，请确认它是你要去的地方，注意保护账号与财产安全。</p>
        <p className="leave__host">{host}</p>
        <p className="leave__address">{href}</p>
        {secure ? null : (
          <p className="leave__warning">
            <Icon name="warning" />
            对方没有使用加密连接，请不要在那里填写密码。
          </p>
        )}
        <p className="leave__actions">
          <LinkButton to={paths.home()} size="large">
            返回
          </LinkButton>
          <a
            href={href}
            className={buttonClass({ variant: "primary", size: "large" })}
            rel="noopener noreferrer nofollow"
          >
            继续访问
          </a>
        </p>
      </section>
    </Columns>
  );
}
