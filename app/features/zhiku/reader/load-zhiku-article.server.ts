import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type ZhikuContentDetail, zhikuContentApi } from "#app/contract/zhiku/content";
import { zhikuUserJourneyApi } from "#app/contract/zhiku/user-journey";
import { escapeXml } from "#app/features/feeds/xml";
import { zhikuLinks } from "#app/features/zhiku/zhiku-links.server";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway.server";
import { optional } from "#app/server/optional.server";
import { decodeId, encodeId } from "#app/server/short-id.server";
import { loadPaywall } from "./load-paywall.server";
import { zhikuJsonLd } from "./zhiku-json-ld.server";

type Args = Pick<LoaderFunctionArgs, "request" | "context" | "params">;

/** The number of the document in the address. @throws Response: from a bare number to its own address, else to the 404 page */
export function zhikuIdOf({ request, params }: Args): number {
  const { hash_id = "" } = params;
  if (/^[1-9]\d{0,10}$/.test(hash_id)) {
    throw redirect(paths.zhikuArticle(encodeId(Number(hash_id))) + new URL(request.url).search, 301);
  }
  const id = decodeId(hash_id);
  if (id === null) throw redirect(paths.zhikuError(404));
  return id;
}

/** A document with its files, what lies beside it, and, where it is shut, what would open it. */
export async function loadZhikuArticle(args: Args) {
  const id = zhikuIdOf(args);
  const { load, call } = gateway(args);
  const query = { query: { contentId: id } };
  const content = await load(zhikuContentApi.get, { params: { id } });
  const linked = zhikuLinks(content);
  const [attachments, original, related, paywall] = await Promise.all([
    optional(call(zhikuContentApi.attachmentList, query)),
    optional(call(zhikuContentApi.hasDocument, query)),
    optional(call(zhikuContentApi.recommendationList, query)),
    loadPaywall(args, linked),
  ]);
  if (paywall) args.context.counts?.add("zhiku.wall");
  return {
    content: { ...linked, contentHtml: readableHtml(content) },
    // Made here, so that no browser loads what only machines read.
    head: {
      title: content.title,
      description: content.abstract,
      path: linked.href,
      type: "article" as const,
      image: content.cover?.url ?? null,
      jsonLd: zhikuJsonLd(linked),
    },
    attachments: attachments ?? [],
    original: original?.file ?? null,
    related: related?.map(zhikuLinks) ?? [],
    paywall,
    journey: await openJourney(args, content),
  };
}

/**
 * The text as its page shows it: headings that a reader is not given lead to where it ends for them, and to what opens the
 * rest.
 */
export function readableHtml({ headings, contentHtml, viewer }: ZhikuContentDetail): string {
  if (viewer.denied === null) return contentHtml;
  const behind = headings.filter(({ id }) => !contentHtml.includes(`id="${id}"`));
  return contentHtml + behind.map(({ id }) => `<span id="${escapeXml(id)}"></span>`).join("");
}

/**
 * A browser that loads the whole page is its reader, with or without scripts. What scripts fetch may only be a
 * preparation; they open the journey when the page is shown.
 */
async function openJourney(args: Args, { id, viewer }: ZhikuContentDetail) {
  const navigates = args.request.headers.get("sec-fetch-dest") === "document";
  if (viewer.denied !== null || !navigates) return null;
  return optional(gateway(args).call(zhikuUserJourneyApi.open, { body: { contentId: id } }));
}
