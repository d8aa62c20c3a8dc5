import type { LoaderFunctionArgs } from "@remix-run/node";
import { escapeXml, feedResponse } from "#app/features/machine-files/xml";
import { paths } from "#app/paths";
import { env } from "#app/server/env.server";
import { siteOf } from "#app/server/site/site.server";

const DAY = 24 * 60 * 60;
/** Maximum characters of a name in the format. */
const NAME_MAX = 16;

/** Description for adding the site's search to a browser's address bar (OpenSearch 1.1). */
export async function loader(args: LoaderFunctionArgs) {
  const { name, slogan } = await siteOf(args);
  const { publicOrigin: origin } = env();
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">',
    `<ShortName>${escapeXml([...name].slice(0, NAME_MAX).join(""))}</ShortName>`,
    `<Description>${escapeXml(slogan || `在${name}里搜索`)}</Description>`,
    "<InputEncoding>UTF-8</InputEncoding>",
    "<Language>zh-CN</Language>",
    `<Url type="text/html" template="${escapeXml(origin + paths.search("all"))}?q={searchTerms}"/>`,
    `<Url type="application/opensearchdescription+xml" rel="self" template="${escapeXml(origin)}/opensearch.xml"/>`,
    "</OpenSearchDescription>",
  ];
  return feedResponse(`${lines.join("\n")}\n`, "application/opensearchdescription+xml", DAY);
}
