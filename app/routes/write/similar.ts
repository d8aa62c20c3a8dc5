import type { LoaderFunctionArgs } from "@remix-run/node";
import { similarQuestions } from "#app/features/write/similar-questions.server";
import { attempt } from "#app/forms/attempt.server";
import { scriptReply } from "#app/forms/respond.server";

/** Questions similar to a title (`?title=`), for the editor's scripts. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const title = new URL(args.request.url).searchParams.get("title") ?? "";
  return scriptReply(await attempt(() => similarQuestions(args, title)));
}
