import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { pageMeta } from "#app/features/seo/meta";
import { loadSiteText } from "#app/features/site-text/load-site-text.server";
import { SitePage } from "#app/features/site-text/site-page";
import { paths } from "#app/paths";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: data.title, path: paths.joinus() }, matches);

export async function loader(args: LoaderFunctionArgs) {
  return loadSiteText(args, "joinus");
}

export default function JoinUs() {
  return (
    <Columns>
      <SitePage text={useLoaderData<typeof loader>()} />
    </Columns>
  );
}
