import type { LoaderFunctionArgs } from "@remix-run/node";
import { suggestApi } from "#app/contract/reading/suggest";
import { attempt } from "#app/forms/attempt.server";
import { scriptReply } from "#app/forms/respond.server";
import { gateway } from "#app/server/gateway/gateway.server";

/** Tags with `?q=` in their name or a synonym's, for the editor's scripts. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const q = new URL(args.request.url).searchParams.get("q") ?? "";
  return scriptReply(await attempt(() => gateway(args).call(suggestApi.tags, { query: { q } })));
}
