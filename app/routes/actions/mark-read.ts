import type { ActionFunctionArgs } from "@remix-run/node";
import { notificationApi, notificationKind } from "#app/contract/notification/notification";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { backPath } from "#app/server/urls/back-path.server";

export { toPageAbove as loader } from "#app/server/urls/page-above.server";

/** Marks the notifications of one kind, or all of them, as read; with a time, those that had come by then. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const kind = notificationKind.safeParse(textOf(form, "kind"));
  const asOf = textOf(form, "asOf");
  const body = { ...(kind.success ? { kind: kind.data } : {}), ...(asOf ? { asOf } : {}) };
  const result = await attempt(() => gateway(args).call(notificationApi.readAll, { body }));
  return respond(args, result, { back: backPath(args.request) });
}
