import type { LoaderFunctionArgs } from "@remix-run/node";
import { syndicationApi } from "#app/contract/site/syndication";
import { sitemapIndex } from "#app/features/machine-files/sitemap.server";
import { feedResponse } from "#app/features/machine-files/xml";
import { env } from "#app/server/env.server";
import { orPlainError } from "#app/server/errors/or-plain-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { refuseProgramsWhilePreparing } from "#app/server/site/preparing.server";

const TEN_MINUTES = 10 * 60;

export async function loader(args: LoaderFunctionArgs) {
  await refuseProgramsWhilePreparing(args);
  const { parts } = await orPlainError(gateway(args).call(syndicationApi.sitemap, {}));
  return feedResponse(sitemapIndex(env().publicOrigin, parts), "application/xml", TEN_MINUTES);
}
