import { randomUUID } from "node:crypto";
import { formatDate } from "#app/components/ui/format-time";
import { parseId } from "#app/contract/text/parse-id";
import { zhikuCategoryApi } from "#app/contract/zhiku/category";
import { zhikuConfigApi } from "#app/contract/zhiku/config";
import { type Order, zhikuOrderApi } from "#app/contract/zhiku/order";
import { isProfileComplete, type ZhikuProfile } from "#app/contract/zhiku/profile";
import { zhikuRightsApi } from "#app/contract/zhiku/rights";
import { loadCategories } from "#app/features/zhiku/load-categories.server";
import { isPayableHere } from "#app/features/zhiku/payable-here.server";
import { paths } from "#app/paths";
import { tokenOf } from "#app/server/cookies/session.server";
import { optional } from "#app/server/errors/optional.server";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { zhikuProfileOf } from "#app/server/zhiku-profile.server";
import { coveredUntil, leadOf, openedBy, savingOf } from "./lead-offer";
import { pendingOrderTerms } from "./order-terms.server";
import { rightsMeanwhile } from "./rights-meanwhile.server";

/**
 * Loads the offers on sale (with `?category=`, only those that open it), what they include, and the member's rights.
 * @throws Response
 */
export async function loadRights(args: ServerArgs) {
  const { call, load } = gateway(args);
  const given = new URL(args.request.url).searchParams;
  const categories = (await loadCategories(args)) ?? [];
  const category = categories.find(({ id }) => id === parseId(given.get("category"))) ?? null;
  const query = category ? { categoryId: category.id } : {};
  args.context.counts?.add("zhiku.rights");
  const known = Boolean(tokenOf(args.request));
  const [offers, texts, help, short, member, terms, open] = await Promise.all([
    load(zhikuRightsApi.list, { query }),
    optional(call(zhikuCategoryApi.rightsTextList, { query })),
    optional(call(zhikuConfigApi.text, { query: { key: "zhikuHelp" } })),
    optional(call(zhikuConfigApi.textList, { query: { keys: "zhikuRefund" } })),
    known ? standing(args) : null,
    known ? pendingOrderTerms(args) : null,
    known ? optional(call(zhikuOrderApi.list, { query: { state: "pending" } })) : null,
  ]);
  // Each order form has its own idempotency key.
  if (member) args.context.unshared = true;
  const rights = member?.rights ?? [];
  const chosen = offers.find(({ id }) => id === parseId(given.get("offer")));
  const lead = leadOf(offers, { everything: category === null });
  const ends = offers.map((offer) => coveredUntil(offer, rights, categories));
  return {
    category: category && { id: category.id, name: category.name },
    offers: offers.map((offer, at) => ({
      ...offer,
      requestId: member ? randomUUID() : null,
      /** Number of documents that it opens. */
      opens: openedBy(offer, categories),
      saves: savingOf(offer, offers, categories),
      /** Time until which the viewer already has access to what the offer covers; null for none now. */
      until: ends[at] ?? null,
      notes: notesOn(ends[at], rightsMeanwhile(offer, rights, categories)),
      recommended: offer === lead,
    })),
    /** Time until which the viewer has access to everything on the page; null if not to all of it now. */
    coveredUntil: ends.includes(null) ? null : (ends.toSorted()[0] ?? null),
    /** Id of the offer shown first, with the buy button; null if there are none. */
    shown: (chosen ?? lead ?? offers[0])?.id ?? null,
    texts: texts ?? [],
    help: help?.contentHtml ?? null,
    refund: short?.zhikuRefund?.content ?? "",
    member,
    first: firstOf(member, offers.length > 0),
    open: openOf(args, open?.list ?? []),
    /** Version of the terms that a member must accept before ordering. */
    terms,
  };
}

/** Step required before paying and reading, by the state of the professional profile. */
const FIRST: Record<"complete" | "missing" | "rejected", string | null> = {
  complete: null,
  missing: "购买和阅读之前，要先填好职业信息；选好权益再填也可以，保存后接着支付。兑换码可以先兑换。",
  rejected: "你的职业信息被退回了，改好之后才能购买和阅读。兑换码可以先兑换。",
};

/** Text of that step while nothing is on sale. */
const FIRST_UNSOLD: typeof FIRST = {
  complete: null,
  missing: "阅读之前，要先填好职业信息。兑换码可以先兑换。",
  rejected: "你的职业信息被退回了，改好之后才能阅读。兑换码可以先兑换。",
};

/** Decided here, so that browsers only load the text that is shown; null if nothing is missing. */
function firstOf(member: { profile: keyof typeof FIRST | null } | null, selling: boolean): string | null {
  if (member) return member.profile && (selling ? FIRST : FIRST_UNSOLD)[member.profile];
  return selling
    ? "购买和阅读之前，要先登录并填好职业信息；选好权益再登录也可以，登录后接着买。"
    : "兑换之前要先登录；阅读之前，还要填好职业信息。";
}

/** Message about the newest order that can still be paid in this browser, and its path; null if there is none. */
function openOf({ request, context }: ServerArgs, orders: readonly Order[]): { message: string; to: string } | null {
  const now = (context.now ?? new Date()).toISOString();
  const order = orders.find(
    ({ channel, expiresAt }) => expiresAt && expiresAt > now && isPayableHere(channel, request),
  );
  if (!order) return null;
  return { message: `“${order.offer.name}”的订单还没有付款，付那一张就行。`, to: paths.zhikuOrder(order.orderNo) };
}

/** Notes on what a purchase makes of the viewer's own rights: those to the same, and narrower ones. */
function notesOn(until: string | null | undefined, meanwhile: string | null): string[] {
  const extended = until && `你的权益到 ${formatDate(Date.parse(until))}，再买的时间接在后面`;
  return [extended, meanwhile].filter((note) => typeof note === "string");
}

/** An offer on the offers page. */
export type ShownOffer = Awaited<ReturnType<typeof loadRights>>["offers"][number];

/** Null if the reader turns out to be anonymous. `rights` and `profile` are null if they could not be loaded. */
async function standing(args: ServerArgs) {
  try {
    const profile = await zhikuProfileOf(args);
    return { rights: profile.rights, profile: stateOf(profile) };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return error.code === "NOT_LOGIN" ? null : { rights: null, profile: null };
  }
}

function stateOf(profile: ZhikuProfile): "complete" | "rejected" | "missing" {
  if (isProfileComplete(profile)) return "complete";
  return profile.rejected === 1 ? "rejected" : "missing";
}
