import type { ActionFunctionArgs } from "@remix-run/node";
import { adminSubmissionApi } from "#app/contract/admin/content/submission";
import { adminPaths } from "#app/features/admin/admin-paths";
import { attempt } from "#app/forms/attempt.server";
import { respond } from "#app/forms/respond.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { numberOfParam } from "#app/server/params/number-param.server";

export { toPageAbove as loader } from "#app/server/urls/page-above.server";

/** Streams the upstream's file of all submissions of a form. */
export async function action(args: ActionFunctionArgs) {
  const formId = numberOfParam(args);
  const result = await attempt(() => gateway(args).stream(adminSubmissionApi.export, { body: { formId } }));
  return result.status === "ok" ? result.data : respond(args, result, { back: adminPaths.submissions(formId) });
}
