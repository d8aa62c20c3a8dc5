import type { ActionFunctionArgs } from "@remix-run/node";
import { adminFiguresApi, type FigureRange } from "#app/contract/admin/desk/figures";
import { adminPaths } from "#app/features/admin/admin-paths";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { gateway } from "#app/server/gateway/gateway.server";

export { toPageAbove as loader } from "#app/server/urls/page-above.server";

/** Streams the upstream's file of figures for a date range. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const step = textOf(form, "step") as FigureRange["step"];
  const body = { from: textOf(form, "from"), to: textOf(form, "to"), step };
  const result = await attempt(() => gateway(args).stream(adminFiguresApi.export, { body }));
  return result.status === "ok" ? result.data : respond(args, result, { back: adminPaths.figures() });
}
