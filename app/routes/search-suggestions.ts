import type { LoaderFunctionArgs } from "@remix-run/node";
import type { CallData } from "#app/contract/endpoint";
import { SUGGESTED_FOR_MAX } from "#app/contract/limits";
import { suggestApi } from "#app/contract/suggest";
import { pagePath } from "#app/features/content/page-path.server";
import { listPath } from "#app/features/seo/list-path";
import type { Suggestion } from "#app/features/suggest/suggestion";
import { attempt } from "#app/forms/attempt.server";
import { scriptReply } from "#app/forms/respond.server";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway.server";

const NAMES = { question: "问题", article: "文章", case: "案例" } as const;

/** Suggests what a search that begins with `?q=` may be meant for, for the scripts of the field. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const typed = new URL(args.request.url).searchParams.get("q")?.trim() ?? "";
  const q = [...typed].slice(0, SUGGESTED_FOR_MAX).join("").trim();
  const suggest = async () =>
    q === "" ? [] : suggestionsOf(await gateway(args).call(suggestApi.search, { query: { q } }));
  return scriptReply(await attempt(suggest));
}

const suggestionsOf = ({ people, tags, titles }: CallData<typeof suggestApi.search>): Suggestion[] => [
  ...titles.map(({ kind, id, title }) => ({
    kind: "title" as const,
    text: title,
    note: NAMES[kind],
    href: pagePath(kind, id),
  })),
  ...tags.map(({ name }) => ({
    kind: "tag" as const,
    text: name,
    note: "标签",
    href: listPath(paths.questions(), { tag: name }),
  })),
  ...people.map(({ userId, nickname }) => ({
    kind: "user" as const,
    text: nickname,
    note: "用户",
    href: paths.user(userId),
  })),
];
