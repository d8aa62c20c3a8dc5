import type { ActionFunctionArgs } from "@remix-run/node";
import { adminAgreementApi } from "#app/contract/admin/site/agreement";
import { adminPaths } from "#app/features/admin/admin-paths";
import { agreementKeyOf } from "#app/features/admin/site/agreement-key.server";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { gateway } from "#app/server/gateway/gateway.server";

export { toPageAbove as loader } from "#app/server/urls/page-above.server";

/** Streams the upstream's file of who accepted an agreement, or one version of it. */
export async function action(args: ActionFunctionArgs) {
  const key = agreementKeyOf(args);
  const version = textOf(await readForm(args.request), "version");
  const body = { key, ...(version ? { version } : {}) };
  const result = await attempt(() => gateway(args).stream(adminAgreementApi.exportConsents, { body }));
  return result.status === "ok" ? result.data : respond(args, result, { back: adminPaths.consents(key, { version }) });
}
