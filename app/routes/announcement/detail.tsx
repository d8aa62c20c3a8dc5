import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { Card } from "#app/components/ui/card";
import { Link } from "#app/components/ui/link";
import { Time } from "#app/components/ui/time";
import { announcementApi } from "#app/contract/content/announcement";
import { AnnouncementArticle } from "#app/features/announcement/announcement-article";
import { LazyMoreMenu } from "#app/features/more/lazy-more-menu";
import { breadcrumbs, graph } from "#app/features/seo/json-ld";
import { originOf, pageMeta } from "#app/features/seo/meta";
import { paths } from "#app/paths";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { numberOfParam } from "#app/server/params/number-param.server";

/** Number of other announcements in the side column. */
const NEWEST = 6;
/** Number of announcements that are left out there: this one and its two neighbours. */
const NAMED = 3;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(
    data && {
      title: data.title,
      description: data.excerpt,
      path: paths.announcement(data.id),
      type: "article",
      card: `announcement/${data.id}`,
      jsonLd: graph(
        breadcrumbs(originOf(matches), [
          { name: "公告", path: paths.announcements() },
          { name: data.title, path: paths.announcement(data.id) },
        ]),
      ),
    },
    matches,
  );

export async function loader(args: LoaderFunctionArgs) {
  if (!/\d/.test(args.params.id ?? "")) throw redirect("/");
  const id = numberOfParam(args);
  const { load, call } = gateway(args);
  const [announcement, newest] = await Promise.all([
    load(announcementApi.get, { params: { id } }),
    optional(call(announcementApi.list, { query: { pageSize: NEWEST + NAMED } })),
  ]);
  const named = [id, announcement.newer?.id, announcement.older?.id];
  const others = (newest?.list ?? []).filter((other) => !named.includes(other.id)).slice(0, NEWEST);
  return { ...announcement, others: others.map(({ id, title, createdAt }) => ({ id, title, createdAt })) };
}

export default function Announcement() {
  const announcement = useLoaderData<typeof loader>();
  const { newer, older, others } = announcement;
  return (
    <Columns side={others.length > 0 ? <Newest announcements={others} /> : null}>
      <AnnouncementArticle announcement={announcement}>
        <LazyMoreMenu what="这个公告" />
      </AnnouncementArticle>
      {newer || older ? (
        <nav className="neighbours" aria-label="前后公告">
          {older ? <Neighbour label="上一篇" rel="prev" announcement={older} /> : null}
          {newer ? <Neighbour label="下一篇" rel="next" announcement={newer} /> : null}
        </nav>
      ) : null}
    </Columns>
  );
}

function Newest({ announcements }: { announcements: { id: number; title: string; createdAt: string }[] }) {
  return (
    <Card title="最新公告" more={{ label: "全部", to: paths.announcements() }}>
      <ul className="side-list">
        {announcements.map(({ id, title, createdAt }) => (
          <li key={id}>
            <Link to={paths.announcement(id)} className="side-list__link" data-prefetch="">
              {title}
            </Link>
            <Time value={createdAt} format="date" className="side-list__note" />
          </li>
        ))}
      </ul>
    </Card>
  );
}

type NeighbourProps = { label: string; rel: "prev" | "next"; announcement: { id: number; title: string } };

function Neighbour({ label, rel, announcement }: NeighbourProps) {
  return (
    <Link
      to={paths.announcement(announcement.id)}
      rel={rel}
      className={`neighbours__one neighbours__one--${rel}`}
      data-prefetch
    >
      <span className="neighbours__label">{label}</span>
      <span className="clamp-2">{announcement.title}</span>
    </Link>
  );
}
