import type { LoaderFunctionArgs } from "@remix-run/node";
import { siteInMarkdown } from "#app/features/machine-files/llms.server";
import { feedResponse, noSuchFile } from "#app/features/machine-files/xml";
import { env } from "#app/server/env.server";
import { missingOf } from "#app/server/site/capabilities.server";
import { refuseProgramsWhilePreparing } from "#app/server/site/preparing.server";
import { siteOf } from "#app/server/site/site.server";

const HOUR = 60 * 60;

/** Describes the site and where its texts are, for AI assistants (llmstxt.org). */
export async function loader(args: LoaderFunctionArgs) {
  if (env().aiCrawlers === "none") return noSuchFile();
  await refuseProgramsWhilePreparing(args);
  const [site, missing] = await Promise.all([siteOf(args), missingOf(args)]);
  return feedResponse(siteInMarkdown(site, { origin: env().publicOrigin, missing }), "text/markdown", HOUR);
}
