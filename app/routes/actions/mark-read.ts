import type { ActionFunctionArgs } from "@remix-run/node";
import { notificationApi, notificationKind } from "#app/contract/notification";
import { attempt, textOf } from "#app/server/action-answer.server";
import { backPath } from "#app/server/back-path.server";
import { answerButton } from "#app/server/button-answer.server";
import { gateway } from "#app/server/gateway.server";
import { readForm } from "#app/server/read-form.server";

/** Marks the notifications of one kind, or all of them, as read. */
export async function action(args: ActionFunctionArgs) {
  const kind = notificationKind.safeParse(textOf(await readForm(args.request), "kind"));
  const body = kind.success ? { kind: kind.data } : {};
  const answer = await attempt(() => gateway(args).call(notificationApi.readAll, { body }));
  return answerButton(args.request, answer, { back: backPath(args.request) });
}
