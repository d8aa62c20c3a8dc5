import { randomUUID } from "node:crypto";
import { formatDate } from "#app/components/ui/format-time";
import type { ZhikuCategory } from "#app/contract/zhiku/category";
import { zhikuConfigApi } from "#app/contract/zhiku/config";
import type { ZhikuContentDetail } from "#app/contract/zhiku/content";
import { isProfileComplete, type ZhikuProfile } from "#app/contract/zhiku/profile";
import { type RightsOffer, zhikuRightsApi } from "#app/contract/zhiku/rights";
import { loadCategories } from "#app/features/zhiku/load-categories.server";
import { coveredUntil, leadOf, openedBy, upwards } from "#app/features/zhiku/rights/lead-offer";
import { pendingOrderTerms } from "#app/features/zhiku/rights/order-terms.server";
import { paths } from "#app/paths";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { zhikuProfileOf } from "#app/server/zhiku-profile.server";

/** Paywall at the end of the free text: the reason, and the offers that cover the rest. */
export type PaywallData = {
  text: string;
  /** Link to a next step other than buying; null if that is to log in. */
  go: { label: string; to: string } | null;
  /** Recommended offer; null if nothing can be bought. */
  lead: LeadOffer | null;
  /** Other offers that cover the document. */
  others: (Pick<RightsOffer, "id" | "name" | "price" | "days"> & { to: string })[];
  /** URL of all offers that cover it. */
  all: string;
  /** URL of the document, to return to. */
  back: string;
  /** The operator's text on refunds; empty for none. */
  refund: string;
  /** Version of the terms to accept with an order. */
  terms: number | null;
  /** Remaining steps to the full text, and those already done. */
  way: { label: string; done: boolean }[];
  /** Text on who may download its files. */
  files: string;
};

/** The paywall's primary offer. */
export type LeadOffer = Pick<RightsOffer, "id" | "name" | "price" | "days" | "category"> & {
  /** Number of documents that it covers; null if unknown. */
  opens: number | null;
  /** Null for anonymous readers, and if nothing can be ordered. */
  requestId: string | null;
};

const OTHERS_SHOWN = 2;

/**
 * Loads a document's paywall; null if the reader may read the whole.
 * @param own whether the caller is the reader: then the paywall shows their rights, and they can buy
 */
export async function loadPaywall(
  args: ServerArgs,
  content: ZhikuContentDetail & { href: string },
  { own = true }: { own?: boolean } = {},
): Promise<PaywallData | null> {
  const { category, trial, viewer, href } = content;
  const { denied } = viewer;
  if (denied === null) return null;
  const { call } = gateway(args);
  const member = own && denied !== "NOT_LOGIN";
  const [offers, profile, categories, texts, terms] = await Promise.all([
    trial ? null : optional(call(zhikuRightsApi.list, { query: { categoryId: category.id } })),
    member ? optional(zhikuProfileOf(args)) : null,
    trial ? null : loadCategories(args),
    trial ? null : optional(call(zhikuConfigApi.textList, { query: { keys: "zhikuRefund" } })),
    member && !trial ? pendingOrderTerms(args) : null,
  ]);
  const known = categories ?? [];
  // Readers who have the right and only lack the profile are sold nothing.
  const has = profile !== null && coveredUntil({ category }, profile.rights, known) !== null;
  const onSale = has ? [] : (offers ?? []);
  const best = leadOf(onSale, { everything: false });
  const toRights = (offer?: number) =>
    paths.zhikuRights({ category: category.id, ...(offer ? { offer: String(offer) } : {}), back: href });
  // If the offers could not be loaded, something may be on sale.
  const unsold = !trial && !has && offers?.length === 0;
  return {
    ...reason(content, profile, { categories: known, unsold }),
    lead: best && {
      id: best.id,
      name: best.name,
      price: best.price,
      days: best.days,
      category: best.category,
      opens: openedBy(best, known),
      requestId: member ? randomUUID() : null,
    },
    others: onSale
      .filter((one) => one !== best)
      .slice(0, OTHERS_SHOWN)
      .map(({ id, name, price, days }) => ({ id, name, price, days, to: toRights(id) })),
    all: toRights(),
    back: href,
    refund: texts?.zhikuRefund?.content ?? "",
    terms,
    way: wayOf(denied, profile, best ? "微信支付" : unsold ? "用兑换码开通" : null),
    files: trial ? "填好职业信息的会员都可以预览和下载。" : "有这一分类权益的会员可以预览和下载。",
  };
}

type Denied = NonNullable<ZhikuContentDetail["viewer"]["denied"]>;

function wayOf(denied: Denied, profile: ZhikuProfile | null, paid: string | null): PaywallData["way"] {
  const complete = denied === "RIGHTS_NOT_SUBSCRIBED" || (profile !== null && isProfileComplete(profile));
  return [
    { label: "登录", done: denied !== "NOT_LOGIN" },
    { label: "填职业信息", done: complete },
    ...(paid ? [{ label: paid, done: false }] : []),
    { label: "接着读", done: false },
  ];
}

function reason(
  { category, trial, viewer, href }: ZhikuContentDetail & { href: string },
  profile: ZhikuProfile | null,
  { categories, unsold }: { categories: readonly ZhikuCategory[]; unsold: boolean },
): Pick<PaywallData, "text" | "go"> {
  switch (viewer.denied) {
    case null:
    case "NOT_LOGIN": {
      const text = trial
        ? "这一篇可以试读：登录并填好职业信息，就能读到全文"
        : `全文需要权益${unsold ? "，现在没有在售的" : ""}。已经开通的，登录后查看全文`;
      return { text, go: null };
    }
    case "USER_INFO_INCOMPLETE":
      return {
        text: incomplete(profile, trial) + (unsold ? "，读全文还要有权益，现在没有在售的" : ""),
        go: { label: profile?.rejected === 1 ? "修改职业信息" : "完善职业信息", to: paths.zhikuProfile(href) },
      };
    case "RIGHTS_NOT_SUBSCRIBED": {
      const expired = (profile?.rights ?? []).filter(({ state }) => state === "expired");
      if (unsold) {
        const text = "全文需要这一分类的权益，现在没有在售的，不能购买。有兑换码的可以兑换";
        return { text, go: { label: "用兑换码开通", to: paths.zhikuOrders({ back: href }) } };
      }
      return {
        text: unsubscribed(expired, upwards(category.id, categories)),
        go: { label: "查看权益与价格", to: paths.zhikuRights({ category: category.id, back: href }) },
      };
    }
  }
}

function incomplete(profile: ZhikuProfile | null, trial: boolean): string {
  if (profile?.rejected === 1) return `你的职业信息被退回了：${profile.rejectReason}。改好之后就可以继续`;
  return trial ? "这一篇可以试读：填好职业信息，就能读到全文" : "知库面向从业者，填好职业信息就可以继续";
}

/** Text for a reader whose right has expired, with the date. `opening`: categories whose rights open it. */
function unsubscribed(expired: ZhikuProfile["rights"], opening: Set<number>): string {
  const ends = expired
    .filter(({ category }) => category === null || opening.has(category.id))
    .map(({ until }) => Date.parse(until))
    .filter((until) => !Number.isNaN(until));
  if (ends.length === 0) return "全文需要这一分类的权益";
  return `你的权益已于 ${formatDate(Math.max(...ends))} 到期，续订后可以接着读全文`;
}
