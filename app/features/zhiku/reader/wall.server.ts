import { formatDate } from "#app/components/ui/format-time";
import type { ZhikuCategory } from "#app/contract/zhiku/category";
import type { ZhikuContentDetail } from "#app/contract/zhiku/content";
import type { ZhikuProfile } from "#app/contract/zhiku/profile";
import { type RightsOffer, zhikuRightsApi } from "#app/contract/zhiku/rights";
import { zhikuUserApi } from "#app/contract/zhiku/user";
import { loadCategories } from "#app/features/zhiku/load-categories.server";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway.server";
import { optional } from "#app/server/optional.server";
import type { ServerArgs } from "#app/server/server-args.server";

/** Where a text ends for its reader: why, and what opens the rest. */
export type Wall = {
  text: string;
  /** The way on; null: by logging in. */
  go: { label: string; to: string } | null;
  /** What would open it, if that is to be bought. */
  offers: Pick<RightsOffer, "id" | "name" | "price" | "days">[];
  /** Who may have its files. */
  files: string;
};

const OFFERS_SHOWN = 3;

/**
 * The wall in a document; null for whoever may read it whole. @param own it is the caller's own reading: what they have, and
 * had, is told
 */
export async function loadPaywall(
  args: ServerArgs,
  content: ZhikuContentDetail & { href: string },
  { own = true }: { own?: boolean } = {},
): Promise<Wall | null> {
  const { category, trial, viewer, href } = content;
  if (viewer.denied === null) return null;
  const { call } = gateway(args);
  const [offers, profile] = await Promise.all([
    trial ? null : optional(call(zhikuRightsApi.list, { query: { categoryId: category.id } })),
    viewer.denied === "NOT_LOGIN" || !own ? null : optional(call(zhikuUserApi.get, {})),
  ]);
  const paywall = {
    offers: (offers ?? []).slice(0, OFFERS_SHOWN),
    files: trial ? "填好职业信息的会员都可以预览和下载。" : "有这一分类权益的会员可以预览和下载。",
  };
  const toProfile = { label: "完善职业信息", to: paths.zhikuProfile(href) };
  const toRights = { label: "查看权益与价格", to: paths.zhikuRights({ category: category.id, back: href }) };
  switch (viewer.denied) {
    case "NOT_LOGIN": {
      const text = trial ? "这一篇可以试读：登录并填好职业信息，就能读到全文" : "登录后查看您能阅读的部分";
      return { ...paywall, text, go: null };
    }
    case "USER_INFO_INCOMPLETE":
      return { ...paywall, text: incomplete(profile, trial), go: toProfile };
    case "RIGHTS_NOT_SUBSCRIBED": {
      const expired = (profile?.rights ?? []).filter(({ state }) => state === "expired");
      const categories = expired.length > 0 ? await loadCategories(args) : null;
      return { ...paywall, text: unsubscribed(expired, upwards(category.id, categories ?? [])), go: toRights };
    }
  }
}

function incomplete(profile: ZhikuProfile | null, trial: boolean): string {
  if (profile?.rejected === 1) return `您的职业信息被退回了：${profile.rejectReason}。改好之后就可以继续`;
  return trial ? "这一篇可以试读：填好职业信息，就能读到全文" : "知库面向从业者，填好职业信息就可以继续";
}

/** Whoever could read this before is told until when. `opening`: the categories whose rights open it. */
function unsubscribed(expired: ZhikuProfile["rights"], opening: Set<number>): string {
  const ends = expired
    .filter(({ category }) => category === null || opening.has(category.id))
    .map(({ until }) => Date.parse(until))
    .filter((until) => !Number.isNaN(until));
  if (ends.length === 0) return "全文需要这一分类的权益";
  return `您的权益已于 ${formatDate(Math.max(...ends))} 到期，续订后可以接着读全文`;
}

/** A category and all that it lies in. */
function upwards(id: number, categories: readonly ZhikuCategory[]): Set<number> {
  const line = new Set<number>();
  const parents = new Map(categories.map((one) => [one.id, one.parentId]));
  for (let at: number | null = id; at !== null && !line.has(at); at = parents.get(at) ?? null) line.add(at);
  return line;
}
