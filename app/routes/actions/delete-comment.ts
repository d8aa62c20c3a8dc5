import type { ActionFunctionArgs } from "@remix-run/node";
import { commentApi } from "#app/contract/comment";
import { attempt, textOf } from "#app/server/action-answer.server";
import { backPath } from "#app/server/back-path.server";
import { answerButton } from "#app/server/button-answer.server";
import { gateway } from "#app/server/gateway.server";
import { readForm } from "#app/server/read-form.server";

/** Takes back one's own comment. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const id = Number(textOf(form, "id"));
  const answer = await attempt(() => gateway(args).call(commentApi.remove, { body: { id } }));
  return answerButton(args.request, answer, { back: backPath(args.request, "comments"), done: "评论已删除" });
}
