import { zhikuContentType } from "#app/contract/zhiku/content";
import { zhikuHistoryApi } from "#app/contract/zhiku/history";
import { zhikuSearchApi } from "#app/contract/zhiku/search";
import { searchWordsOf } from "#app/features/search/load-search-page.server";
import { searchChoiceOf } from "#app/features/search/search-choice.server";
import { categoryOf } from "#app/features/zhiku/category-of.server";
import { loadCategories } from "#app/features/zhiku/load-categories.server";
import { zhikuLinks } from "#app/features/zhiku/zhiku-links.server";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { pageNumberOf } from "#app/server/params/page-number.server";
import { isVisit } from "#app/server/request/visit.server";
import type { ServerArgs } from "#app/server/server-args.server";

/** Loads the query, its filters and its results; without a query, recent searches. */
export async function loadZhikuSearch(args: ServerArgs) {
  const query = new URL(args.request.url).searchParams;
  const { q, cut } = searchWordsOf(query);
  const choice = { ...searchChoiceOf(query), by: undefined, tag: undefined };
  const asked = {
    as: choice.as ?? ("meant" as const),
    sort: choice.sort === "latest" ? choice.sort : ("best" as const),
  };
  const categoryId = categoryOf(query);
  const type = zhikuContentType.safeParse(query.get("type")).data;
  const { load, call } = gateway(args);
  const [categories, found, recent] = await Promise.all([
    loadCategories(args),
    q
      ? load(zhikuSearchApi.content, {
          query: { q, page: pageNumberOf(query), categoryId, type, period: choice.period, ...asked },
        })
      : null,
    q ? null : optional(call(zhikuHistoryApi.searches, {})),
  ]);
  if (found?.page === 1 && isVisit(args.request)) await optional(call(zhikuHistoryApi.rememberSearch, { body: { q } }));
  return {
    q,
    cut,
    choice: { ...choice, sort: asked.sort },
    categoryId: categoryId ?? null,
    type: type ?? null,
    categories: categories?.filter(({ parentId }) => parentId === null) ?? [],
    recent: recent ?? [],
    found: found && { ...found, list: found.list.map(zhikuLinks) },
  };
}
