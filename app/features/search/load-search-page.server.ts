import type { LoaderFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { articleApi, articleSort } from "#app/contract/content/article";
import { classificationApi } from "#app/contract/content/classification";
import { SEARCH_MAX } from "#app/contract/limits";
import { searchApi } from "#app/contract/reading/search";
import { namedSort, searchNamedApi } from "#app/contract/reading/search-named";
import { tagApi } from "#app/contract/reading/tag";
import { shownText } from "#app/contract/text/shown-text";
import { textLinks } from "#app/features/content/text-links.server";
import { classFeed, tagFeed } from "#app/features/machine-files/feed-paths";
import { requireCurrentTag } from "#app/features/seo/current-tag.server";
import type { SearchScope } from "#app/paths";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { idIn } from "#app/server/params/id-in.server";
import { pageNumberOf } from "#app/server/params/page-number.server";
import { tagParam } from "#app/server/params/tag-param.server";
import { missingOf } from "#app/server/site/capabilities.server";
import type { SearchChoices } from "./search-choice";
import { searchChoiceOf } from "./search-choice.server";
import { searchLinks } from "./search-links.server";

/** Scope named by a path. */
export type SearchType = "all" | "article" | "qna";
/**
 * The visible part of the query, cut to the maximum length, and whether it was cut. Text copied from elsewhere may
 * contain zero-width characters within words.
 */
export function searchWordsOf(query: URLSearchParams): { q: string; cut: boolean } {
  const typed = [...shownText((query.get("q") ?? "").replace(/\s+/g, " "))];
  return { q: typed.slice(0, SEARCH_MAX).join("").trim(), cut: typed.length > SEARCH_MAX };
}

/** Loads search results; without a query, a starting point: all articles, or popular tags. */
export async function loadSearchPage(args: LoaderFunctionArgs, type: SearchType) {
  const query = new URL(args.request.url).searchParams;
  const { q, cut } = searchWordsOf(query);
  const asked = type === "all" ? query.get("type") : null;
  const named = namedSort.safeParse(asked).data;
  const scope: SearchScope = named ?? (asked === "case" ? "case" : type);
  const choice = searchChoiceOf(query);
  if (q && named) {
    const found = await gateway(args).load(searchNamedApi.list, {
      query: { kind: named, q, page: pageNumberOf(query) },
    });
    return { kind: "named" as const, scope: named, q, cut, choice, found };
  }
  if (q) {
    const [found] = await Promise.all([
      find(args, { scope: asked === "case" ? "case" : type, q, choice, page: pageNumberOf(query) }),
      requireCurrentTag(args, choice.tag ?? null),
    ]);
    return { kind: "found" as const, scope, q, cut, choice, ...found };
  }
  if (scope === "article") return { kind: "articles" as const, scope, q, ...(await browseArticles(args, query)) };
  const [tags] = await Promise.all([
    optional(gateway(args).call(tagApi.popular, {})),
    requireCurrentTag(args, choice.tag ?? null),
  ]);
  return { kind: "start" as const, scope, q, choice, tags: tags ?? [] };
}

export type SearchPage = Awaited<ReturnType<typeof loadSearchPage>>;

/** Results; those of everything may have a person. */
type Found = z.output<typeof searchApi.article.data> & Partial<Pick<z.output<typeof searchApi.content.data>, "person">>;
type Asked = { scope: SearchType | "case"; q: string; choice: SearchChoices; page: number };

async function find(args: LoaderFunctionArgs, { scope, q, choice, page }: Asked) {
  const { load, call } = gateway(args);
  const { by: authorId, as = "meant", ...others } = choice;
  const query = { q, page, authorId, as, ...others } as const;
  const found: Found = await (scope === "article"
    ? load(searchApi.article, { query })
    : scope === "case"
      ? load(searchApi.case, { query })
      : load(searchApi.content, { query: { ...query, scope } }));
  // Suggestions if nothing was found.
  const tags = found.total === 0 ? await optional(call(tagApi.popular, {})) : null;
  return { found: { ...found, person: found.person ?? null, list: found.list.map(searchLinks) }, tags: tags ?? [] };
}

async function browseArticles(args: LoaderFunctionArgs, query: URLSearchParams) {
  const { load, call } = gateway(args);
  const sort = articleSort.catch("latest").parse(query.get("sort"));
  const classification = idIn(query, "class");
  const tag = tagParam(query);
  const [missing, classes, articles] = await Promise.all([
    missingOf(args),
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
  const feed = tag ? tagFeed(tag) : classification ? classFeed(classification) : null;
  return {
    sort,
    classification,
    tag,
    feed: missing.includes("feed") ? null : feed,
    classes: classes ?? [],
    articles: { ...articles, list: articles.list.map((article) => textLinks("article", article)) },
  };
}
