import type { LoaderFunctionArgs } from "@remix-run/node";
import { suggestApi } from "#app/contract/reading/suggest";
import { attempt } from "#app/forms/attempt.server";
import { scriptReply } from "#app/forms/respond.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { decodeId } from "#app/server/urls/short-id.server";

/**
 * People whose nickname begins with `?q=`, in any spelling, pinyin or initials, for scripts of editors and comments;
 * participants of `?question=` first.
 */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const search = new URL(args.request.url).searchParams;
  const questionId = decodeId(search.get("question"));
  const query = { q: search.get("q") ?? "", ...(questionId === null ? {} : { questionId }) };
  const result = await attempt(() => gateway(args).call(suggestApi.mentions, { query }));
  return scriptReply(result);
}
