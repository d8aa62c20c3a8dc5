import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Card } from "#app/components/ui/card";
import { Link } from "#app/components/ui/link";
import { Pagination } from "#app/components/ui/pagination";
import { Time } from "#app/components/ui/time";
import { announcementApi } from "#app/contract/content/announcement";
import { EmptyList } from "#app/features/feed/empty-list";
import { useFirstEntry } from "#app/features/feed/use-first-entry";
import { listPath } from "#app/features/seo/list-path";
import { pageMeta } from "#app/features/seo/meta";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway/gateway.server";
import { pageNumberOf } from "#app/server/params/page-number.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(
    data && {
      title: "公告",
      description: "规则的变化、版本的更新与维护的安排，都先写在这里。",
      path: listPath(paths.announcements(), data.page),
    },
    matches,
  );

export async function loader(args: LoaderFunctionArgs) {
  const page = pageNumberOf(new URL(args.request.url).searchParams);
  return gateway(args).load(announcementApi.list, { query: { page } });
}

export default function Announcements() {
  const announcements = useLoaderData<typeof loader>();
  const first = useFirstEntry("去后台写第一条", "/admin/announcement");
  return (
    <Columns>
      <PageHead title="公告" text="规则的变化、版本的更新与维护的安排，都先写在这里。" />
      <Card flush>
        {announcements.list.length > 0 ? (
          <ul className="items">
            {announcements.list.map(({ id, title, excerpt, createdAt }) => (
              <li key={id} className="item">
                <article className="announcement-item">
                  <Time value={createdAt} className="announcement-item__time" />
                  <h2 className="item__title">
                    <Link to={paths.announcement(id)} className="item__link" data-prefetch="">
                      {title}
                    </Link>
                  </h2>
                  <p className="item__excerpt clamp-2">{excerpt}</p>
                </article>
              </li>
            ))}
          </ul>
        ) : (
          <EmptyList page={announcements.page} text="暂时没有公告。" action={first} />
        )}
        <Pagination {...announcements} />
      </Card>
    </Columns>
  );
}
