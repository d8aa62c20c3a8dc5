import type { LoaderFunctionArgs } from "@remix-run/node";
import { articleApi, articleSort } from "#app/contract/article";
import { classificationApi } from "#app/contract/classification";
import { extApi } from "#app/contract/ext";
import { SEARCH_MAX } from "#app/contract/limits";
import { searchApi } from "#app/contract/search";
import { articleLinks } from "#app/features/article/article-links.server";
import { requireCurrentTag } from "#app/features/seo/current-tag.server";
import { gateway } from "#app/server/gateway.server";
import { optional } from "#app/server/optional.server";
import { pageNumberOf } from "#app/server/page-number.server";
import { searchLinks } from "./search-links.server";

/** What a path names. */
export type SearchType = "all" | "article" | "qna";
/** What is searched; cases are named by the query of a search for everything. */
export type SearchScope = SearchType | "case";

/** The words of a query as they are searched for: trimmed, and no longer than what the field takes. */
const wordsOf = (query: URLSearchParams): string =>
  [...(query.get("q") ?? "").replace(/\s+/g, " ").trim()].slice(0, SEARCH_MAX).join("");

/** What was found; without words something to start from: all articles, or tags that many use. */
export async function loadSearchPage(args: LoaderFunctionArgs, type: SearchType) {
  const query = new URL(args.request.url).searchParams;
  const q = wordsOf(query);
  const scope: SearchScope = type === "all" && query.get("type") === "case" ? "case" : type;
  if (q) return { kind: "found" as const, scope, q, ...(await find(args, scope, q, pageNumberOf(query))) };
  if (scope === "article") return { kind: "articles" as const, scope, q, ...(await browseArticles(args, query)) };
  const tags = await optional(gateway(args).call(extApi.tags, {}));
  return { kind: "start" as const, scope, q, tags: tags ?? [] };
}

export type SearchPage = Awaited<ReturnType<typeof loadSearchPage>>;

async function find(args: LoaderFunctionArgs, scope: SearchScope, q: string, page: number) {
  const { load, call } = gateway(args);
  const found = await (scope === "article"
    ? load(searchApi.article, { query: { q, page } })
    : scope === "case"
      ? load(searchApi.case, { query: { q, page } })
      : load(searchApi.content, { query: { q, page, scope } }));
  // Something else to try, where there is nothing.
  const tags = found.total === 0 ? await optional(call(extApi.tags, {})) : null;
  return { found: { ...found, list: found.list.map(searchLinks) }, tags: tags ?? [] };
}

async function browseArticles(args: LoaderFunctionArgs, query: URLSearchParams) {
  const { load, call } = gateway(args);
  const sort = articleSort.catch("latest").parse(query.get("sort"));
  const classification = /^[1-9]\d{0,9}$/.test(query.get("class") ?? "") ? Number(query.get("class")) : null;
  // Longer than any tag there is.
  const tag = query.get("tag")?.slice(0, 20) || null;
  const [classes, articles] = await Promise.all([
    optional(call(classificationApi.articleList, {})),
    load(articleApi.list, {
      query: {
        sort,
        page: pageNumberOf(query),
        classificationId: classification ?? undefined,
        tag: tag ?? undefined,
      },
    }),
    requireCurrentTag(args, tag),
  ]);
  return {
    sort,
    classification,
    tag,
    classes: classes ?? [],
    articles: { ...articles, list: articles.list.map((article) => articleLinks(article)) },
  };
}
