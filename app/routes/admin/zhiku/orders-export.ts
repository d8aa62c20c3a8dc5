import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { adminOrderApi } from "#app/contract/admin/zhiku/order";
import { adminPaths } from "#app/features/admin/admin-paths";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { gateway } from "#app/server/gateway/gateway.server";

export { toPageAbove as loader } from "#app/server/urls/page-above.server";

/** Streams the upstream's file of orders and refunds for a date range. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const body = { from: textOf(form, "from"), to: textOf(form, "to") };
  const result = await attempt(() => gateway(args).stream(adminOrderApi.export, { body }));
  if (result.status === "ok") return result.data;
  const back = adminPaths.ordersOfDays(body);
  // Nothing needs to be typed again: the same button with the same dates is there afterwards.
  if (result.status === "refused" && result.code === "SUDO_REQUIRED") return redirect(adminPaths.sudo(back));
  // The list has no place for messages beside the dates.
  const [wrong] = Object.values(result.fields ?? {});
  const told = result.status === "refused" && wrong ? { ...result, message: `日期不对：${wrong}` } : result;
  return respond(args, told, { back });
}
