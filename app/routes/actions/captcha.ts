import type { ActionFunctionArgs } from "@remix-run/node";
import { askCaptcha } from "#app/features/captcha/captcha-client.server";
import { attempt, scriptAnswer, textOf } from "#app/server/action-answer.server";
import { readForm } from "#app/server/read-form.server";

/** Gives our scripts a question that tells people from programs. A write: each is for one visitor, and never kept. */
export async function action(args: ActionFunctionArgs) {
  const type = textOf(await readForm(args.request), "type") === "pow" ? "pow" : "blockPuzzle";
  const answer = await attempt(() => askCaptcha(args, type));
  return scriptAnswer(answer);
}
