import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { Link } from "#app/components/ui/link";
import { announcementApi } from "#app/contract/announcement";
import { AnnouncementArticle } from "#app/features/announcement/announcement-article";
import { breadcrumbs, graph } from "#app/features/seo/json-ld";
import { originOf, pageMeta } from "#app/features/seo/meta";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway.server";
import { numberOfParam } from "#app/server/number-param.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(
    data && {
      title: data.title,
      description: data.excerpt,
      path: paths.announcement(data.id),
      type: "article",
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
  return gateway(args).load(announcementApi.get, { params: { id: numberOfParam(args) } });
}

export default function Announcement() {
  const announcement = useLoaderData<typeof loader>();
  const { newer, older } = announcement;
  return (
    <Columns>
      <AnnouncementArticle announcement={announcement} />
      {newer || older ? (
        <nav className="neighbours" aria-label="前后公告">
          {older ? <Neighbour label="上一篇" rel="prev" announcement={older} /> : null}
          {newer ? <Neighbour label="下一篇" rel="next" announcement={newer} /> : null}
        </nav>
      ) : null}
    </Columns>
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
