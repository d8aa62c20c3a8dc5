import type { ActionFunctionArgs } from "@remix-run/node";
import { auditApi } from "#app/contract/admin/system/audit";
import { adminPaths } from "#app/features/admin/admin-paths";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { gateway } from "#app/server/gateway/gateway.server";

export { toPageAbove as loader } from "#app/server/urls/page-above.server";

/** Streams the upstream's file of the log, for some days or all. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const [from, to] = [textOf(form, "from"), textOf(form, "to")];
  const body = { ...(from ? { from } : {}), ...(to ? { to } : {}) };
  const result = await attempt(() => gateway(args).stream(auditApi.export, { body }));
  return result.status === "ok" ? result.data : respond(args, result, { back: adminPaths.log() });
}
