import type { LoaderFunctionArgs } from "@remix-run/node";
import { configApi } from "#app/contract/site/config";
import { sitemapKind, syndicationApi } from "#app/contract/site/syndication";
import { sitemapOfPages, sitemapPart, WRITTEN_PAGES } from "#app/features/machine-files/sitemap.server";
import { feedResponse, noSuchFile } from "#app/features/machine-files/xml";
import { env } from "#app/server/env.server";
import { orPlainError } from "#app/server/errors/or-plain-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { refuseProgramsWhilePreparing } from "#app/server/site/preparing.server";
import { partsOff } from "#app/server/site/require-part.server";

const TEN_MINUTES = 10 * 60;

/** `/sitemap/question/0.xml`: the questions with ids up to 10,000. */
export async function loader(args: LoaderFunctionArgs) {
  await refuseProgramsWhilePreparing(args);
  const { kind = "", part = "" } = args.params;
  const { publicOrigin } = env();
  if (kind === "page" && part === "0") {
    const keys = Object.keys(WRITTEN_PAGES).join(",");
    const texts = await orPlainError(gateway(args).call(configApi.text, { query: { keys } }));
    const written = Object.entries(WRITTEN_PAGES).flatMap(([key, path]) => (texts[key] ? [path] : []));
    return feedResponse(sitemapOfPages(publicOrigin, await partsOff(args), written), "application/xml", TEN_MINUTES);
  }
  const { data: known } = sitemapKind.safeParse(kind);
  if (!known || !/^(0|[1-9]\d{0,3})$/.test(part)) throw noSuchFile();
  const { parts, list } = await orPlainError(
    gateway(args).call(syndicationApi.sitemap, { query: { kind: known, part } }),
  );
  if (Number(part) >= (parts[known] ?? 0)) throw noSuchFile();
  return feedResponse(sitemapPart(publicOrigin, known, list), "application/xml", TEN_MINUTES);
}
