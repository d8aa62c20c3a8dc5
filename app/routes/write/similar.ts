import type { LoaderFunctionArgs } from "@remix-run/node";
import { similarQuestions } from "#app/features/write/similar-questions.server";
import { attempt, statusOf } from "#app/server/action-answer.server";

/** Questions like the one with this title (`?title=`), for the editor's scripts. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const title = new URL(args.request.url).searchParams.get("title") ?? "";
  const answer = await attempt(() => similarQuestions(args, title));
  return answer.ok ? Response.json({ similar: answer.data }) : Response.json(answer, { status: statusOf(answer) });
}
