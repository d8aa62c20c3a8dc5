import type { LoaderFunctionArgs } from "@remix-run/node";
import { extApi } from "#app/contract/ext";
import { sitemapIndex } from "#app/features/feeds/sitemap.server";
import { machineResponse } from "#app/features/feeds/xml";
import { env } from "#app/server/env.server";
import { gateway } from "#app/server/gateway.server";
import { forMachines } from "#app/server/machine-call.server";

const TEN_MINUTES = 10 * 60;

export async function loader(args: LoaderFunctionArgs) {
  const { parts } = await forMachines(gateway(args).call(extApi.sitemap, {}));
  return machineResponse(sitemapIndex(env().publicOrigin, parts), "application/xml", TEN_MINUTES);
}
