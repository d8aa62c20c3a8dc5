import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type ZhikuContentDetail, zhikuContentApi } from "#app/contract/zhiku/content";
import { zhikuUserJourneyApi } from "#app/contract/zhiku/user-journey";
import { escapeXml } from "#app/features/machine-files/xml";
import { zhikuLinks } from "#app/features/zhiku/zhiku-links.server";
import { paths } from "#app/paths";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { siteOf } from "#app/server/site/site.server";
import { serverPaths } from "#app/server/urls/server-paths";
import { decodeId, encodeId } from "#app/server/urls/short-id.server";
import { loadPaywall } from "./load-paywall.server";
import { zhikuJsonLd } from "./zhiku-json-ld.server";

type Args = Pick<LoaderFunctionArgs, "request" | "context" | "params">;

/** Id of the document in the URL. @throws Response: a redirect from a plain number, or 404 */
export function zhikuIdOf({ request, params }: Args): number {
  const { hash_id = "" } = params;
  if (/^[1-9]\d{0,10}$/.test(hash_id)) {
    throw redirect(serverPaths.zhikuArticle(encodeId(Number(hash_id))) + new URL(request.url).search, 301);
  }
  const id = decodeId(hash_id);
  if (id === null) throw redirect(paths.zhikuError(404));
  return id;
}

/** Loads a document with its files, related documents and, if locked, its paywall. */
export async function loadZhikuArticle(args: Args) {
  const id = zhikuIdOf(args);
  const { load, call } = gateway(args);
  const query = { query: { contentId: id } };
  const content = await load(zhikuContentApi.get, { params: { id } });
  const linked = zhikuLinks(content);
  const [attachments, original, related, paywall, site] = await Promise.all([
    optional(call(zhikuContentApi.attachmentList, query)),
    optional(call(zhikuContentApi.hasDocument, query)),
    optional(call(zhikuContentApi.recommendationList, query)),
    loadPaywall(args, linked),
    siteOf(args),
  ]);
  if (paywall) args.context.counts?.add("zhiku.wall");
  return {
    content: { ...linked, contentHtml: readableHtml(content) },
    // Built here, so that browsers don't load code for metadata.
    head: {
      title: content.title,
      description: content.abstract,
      path: linked.href,
      type: "article" as const,
      image: content.cover?.url ?? null,
      card: `zhiku/${content.id}`,
      jsonLd: zhikuJsonLd(linked, site),
    },
    attachments: attachments ?? [],
    original: original?.file ?? null,
    related: related?.map(zhikuLinks) ?? [],
    paywall,
    journey: await openJourney(args, content),
  };
}

/** Id of the end of the free text, above the paywall. */
export const WALL_ID = "zhiku-wall";

/** The document's HTML: headings of locked sections link to the end of the free text, and on to the offers. */
export function readableHtml({ headings, contentHtml, viewer }: ZhikuContentDetail): string {
  if (viewer.denied === null) return contentHtml;
  const behind = headings.filter(({ id }) => !contentHtml.includes(`id="${id}"`));
  return contentHtml + [...behind, { id: WALL_ID }].map(({ id }) => `<span id="${escapeXml(id)}"></span>`).join("");
}

/**
 * Opens the reading session on a full page load, with or without scripts. A fetch by scripts may be a prefetch; they
 * open the session when the page is shown.
 */
async function openJourney(args: Args, { id, viewer }: ZhikuContentDetail) {
  const navigates = args.request.headers.get("sec-fetch-dest") === "document";
  if (viewer.denied !== null || !navigates) return null;
  return optional(gateway(args).call(zhikuUserJourneyApi.open, { body: { contentId: id } }));
}
