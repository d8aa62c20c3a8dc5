import type { LoaderFunctionArgs } from "@remix-run/node";
import { zhikuCategoryApi } from "#app/contract/zhiku/category";
import { zhikuConfigApi } from "#app/contract/zhiku/config";
import { zhikuContentApi, zhikuContentSort, zhikuContentType } from "#app/contract/zhiku/content";
import { zhikuRightsApi } from "#app/contract/zhiku/rights";
import { zhikuUserRecorderApi } from "#app/contract/zhiku/user-recorder";
import { categoryOf } from "#app/features/zhiku/category-of.server";
import { loadCategories } from "#app/features/zhiku/load-categories.server";
import { endingRight } from "#app/features/zhiku/rights/ending-right.server";
import { coveredUntil } from "#app/features/zhiku/rights/lead-offer";
import { zhikuLinks } from "#app/features/zhiku/zhiku-links.server";
import { READ } from "#app/features/zhiku/zhiku-types";
import { tokenOf } from "#app/server/cookies/session.server";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { pageNumberOf } from "#app/server/params/page-number.server";
import { zhikuProfileOf } from "#app/server/zhiku-profile.server";

const TRIALS_SHOWN = 6;
const READINGS_SHOWN = 3;
const SLOGAN = "面向从业者的专业资料：报告、数据、模板与深度文章";

/** Loads zhiku's home: a list by category, type and order and, without filters, an overview. */
export async function loadZhikuHome(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams;
  const categoryId = categoryOf(query);
  const type = zhikuContentType.safeParse(query.get("type")).data;
  const sort = zhikuContentSort.catch("latest").parse(query.get("sort"));
  const page = pageNumberOf(query);
  const start = categoryId === undefined && type === undefined && sort === "latest" && page === 1;
  const { load, call } = gateway(args);
  const member = start && tokenOf(args.request) !== null;
  const [list, categories, images, texts, trials, recommended, offers, profile, records] = await Promise.all([
    load(zhikuContentApi.list, { query: { page, sort, categoryId, type } }),
    loadCategories(args),
    start ? optional(call(zhikuConfigApi.imageList, { query: { keys: "home-hero" } })) : null,
    optional(call(zhikuConfigApi.textList, { query: { keys: "zhikuSlogan,zhikuTrial,zhikuUpdate" } })),
    start ? optional(call(zhikuCategoryApi.trialList, { query: {} })) : null,
    start ? optional(call(zhikuContentApi.recommendationList, { query: {} })) : null,
    start ? optional(call(zhikuRightsApi.list, { query: {} })) : null,
    member ? optional(zhikuProfileOf(args)) : null,
    member ? optional(call(zhikuUserRecorderApi.list, { query: {} })) : null,
  ]);
  return {
    categoryId: categoryId ?? null,
    type: type ?? null,
    sort,
    start,
    list: { ...list, list: list.list.map(zhikuLinks) },
    categories: categories ?? [],
    heroes: images ?? [],
    slogan: texts?.zhikuSlogan?.content || SLOGAN,
    trialNote: texts?.zhikuTrial?.content ?? "",
    updateNote: texts?.zhikuUpdate?.content ?? "",
    // One of each category first, so that all categories are visible.
    trials: spread(trials?.map(({ contents }) => contents) ?? [])
      .slice(0, TRIALS_SHOWN)
      .map(zhikuLinks),
    recommended: recommended?.map(zhikuLinks) ?? [],
    /** Lowest price in fen. */
    from: offers?.length ? Math.min(...offers.map(({ price }) => price)) : null,
    ending: profile && endingRight(args, profile.rights, categories ?? []),
    selling: coveredUntil({ category: null }, profile?.rights ?? [], []) === null,
    readings: (records?.list ?? [])
      .filter(({ position }) => position.percent > 0 && position.percent < READ)
      .slice(0, READINGS_SHOWN)
      .map(({ content, position }) => ({
        href: zhikuLinks(content).href,
        title: content.title,
        percent: position.percent,
      })),
  };
}

/** Interleaves lists: the first of each, then the second of each, and so on. */
function spread<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat();
}
