import type { LoaderFunctionArgs } from "@remix-run/node";
import type { CallData } from "#app/contract/endpoint";
import { KINDS } from "#app/contract/kinds";
import { SUGGESTED_FOR_MAX } from "#app/contract/limits";
import { suggestApi } from "#app/contract/reading/suggest";
import { shownText } from "#app/contract/text/shown-text";
import { zhikuContentType } from "#app/contract/zhiku/content";
import { zhikuSuggestApi } from "#app/contract/zhiku/suggest";
import { pagePath } from "#app/features/content/page-path.server";
import type { Suggestion } from "#app/features/suggest/suggestion";
import { categoryOf } from "#app/features/zhiku/category-of.server";
import { ZHIKU_TYPES } from "#app/features/zhiku/zhiku-types";
import { attempt } from "#app/forms/attempt.server";
import { scriptReply } from "#app/forms/respond.server";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway/gateway.server";

/**
 * Suggestions for a query's beginning (`?q=`), on the site or in zhiku (`in=zhiku`), for the search field's scripts.
 */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const query = new URL(args.request.url).searchParams;
  const q = [...shownText(query.get("q") ?? "")].slice(0, SUGGESTED_FOR_MAX).join("").trim();
  const suggest = async () => {
    if (q === "") return [];
    if (query.get("in") === "zhiku") return documentsOf(args, q, query);
    return suggestionsOf(await gateway(args).call(suggestApi.search, { query: { q } }));
  };
  return scriptReply(await attempt(suggest));
}

/** Suggests documents of zhiku, within the form's filters. */
async function documentsOf(args: LoaderFunctionArgs, q: string, query: URLSearchParams): Promise<Suggestion[]> {
  const type = zhikuContentType.safeParse(query.get("type")).data;
  const found = await gateway(args).call(zhikuSuggestApi.titles, { query: { q, categoryId: categoryOf(query), type } });
  return found.map((one) => ({
    kind: "title",
    text: one.title,
    note: ZHIKU_TYPES[one.type],
    href: pagePath("zhiku", one.id),
  }));
}

const suggestionsOf = ({ people, tags, titles }: CallData<typeof suggestApi.search>): Suggestion[] => [
  ...titles.map(({ kind, id, title }) => ({
    kind: "title" as const,
    text: title,
    note: KINDS[kind].name,
    href: pagePath(kind, id),
  })),
  ...tags.map(({ name }) => ({
    kind: "tag" as const,
    text: name,
    note: "标签",
    href: paths.questions({ tag: name }),
  })),
  ...people.map(({ userId, nickname }) => ({
    kind: "user" as const,
    text: nickname,
    note: "用户",
    href: paths.user(userId),
  })),
];
