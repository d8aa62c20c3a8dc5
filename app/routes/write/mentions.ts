import type { LoaderFunctionArgs } from "@remix-run/node";
import { suggestApi } from "#app/contract/suggest";
import { attempt, statusOf } from "#app/server/action-answer.server";
import { gateway } from "#app/server/gateway.server";
import { decodeId } from "#app/server/short-id.server";

/** People whose nickname begins with `?q=`, for the editor's scripts; those around `?question=` first. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const search = new URL(args.request.url).searchParams;
  const questionId = decodeId(search.get("question"));
  const query = { q: search.get("q") ?? "", ...(questionId === null ? {} : { questionId }) };
  const answer = await attempt(() => gateway(args).call(suggestApi.mentions, { query }));
  return answer.ok ? Response.json({ people: answer.data }) : Response.json(answer, { status: statusOf(answer) });
}
