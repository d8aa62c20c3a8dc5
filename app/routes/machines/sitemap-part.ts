import type { LoaderFunctionArgs } from "@remix-run/node";
import { extApi } from "#app/contract/ext";
import { isSitemapKind, sitemapOfPages, sitemapPart } from "#app/features/feeds/sitemap.server";
import { machineResponse, noSuchFile } from "#app/features/feeds/xml";
import { env } from "#app/server/env.server";
import { gateway } from "#app/server/gateway.server";
import { orPlainError } from "#app/server/or-plain-error.server";

const TEN_MINUTES = 10 * 60;

/** `/sitemap/question/0.xml`: the questions with ids up to 10,000. */
export async function loader(args: LoaderFunctionArgs) {
  const { kind = "", part = "" } = args.params;
  const { publicOrigin } = env();
  if (kind === "page" && part === "0") {
    return machineResponse(sitemapOfPages(publicOrigin), "application/xml", TEN_MINUTES);
  }
  if (!isSitemapKind(kind) || !/^(0|[1-9]\d{0,3})$/.test(part)) throw noSuchFile();
  const { parts, list } = await orPlainError(gateway(args).call(extApi.sitemap, { query: { kind, part } }));
  if (Number(part) >= (parts[kind] ?? 0)) throw noSuchFile();
  return machineResponse(sitemapPart(publicOrigin, kind, list), "application/xml", TEN_MINUTES);
}
