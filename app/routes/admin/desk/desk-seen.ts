import type { ActionFunctionArgs } from "@remix-run/node";
import { adminDeskApi } from "#app/contract/admin/desk/desk";
import { adminPaths } from "#app/features/admin/admin-paths";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { gateway } from "#app/server/gateway/gateway.server";

export { toPageAbove as loader } from "#app/server/urls/page-above.server";

/** Records when a staff member has seen the console's home page. */
export async function action(args: ActionFunctionArgs) {
  const at = textOf(await readForm(args.request), "at");
  const result = await attempt(() => gateway(args).call(adminDeskApi.seen, { body: { at } }));
  return respond(args, result, { back: adminPaths.home(), flash: "好，从现在算起", leads: true });
}
