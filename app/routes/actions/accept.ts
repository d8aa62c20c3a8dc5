import type { ActionFunctionArgs } from "@remix-run/node";
import { acceptApi } from "#app/contract/accept";
import { attempt, textOf } from "#app/server/action-answer.server";
import { backPath } from "#app/server/back-path.server";
import { answerButton } from "#app/server/button-answer.server";
import { gateway } from "#app/server/gateway.server";
import { readForm } from "#app/server/read-form.server";

/** Accepts an answer to one's own question; without an answer it takes that back. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const answerId = textOf(form, "answerId") || null;
  const body = { questionId: textOf(form, "questionId"), answerId };
  const answer = await attempt(() => gateway(args).call(acceptApi.set, { body }));
  const back = backPath(args.request, textOf(form, "anchor"));
  return answerButton(args.request, answer, { back, done: answerId ? "已采纳这个回答" : "已取消采纳" });
}
