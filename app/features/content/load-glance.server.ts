import type { ReportTarget } from "#app/contract/moderation/report";
import { type Glance, glanceApi } from "#app/contract/reading/glance";
import { isFormReturned } from "#app/forms/returned-form.server";
import { pageError } from "#app/server/errors/page-error.server";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";

/**
 * Loads the summary of the item that a form on a separate page is about; null if that fails, since the form works
 * without it.
 * @throws Response: 404 if the item is gone, unless the form is being returned with its values
 */
export async function loadGlance(args: ServerArgs, kind: ReportTarget, id: number): Promise<Glance | null> {
  try {
    return await gateway(args).call(glanceApi.get, { query: { kind, id } });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (error.code === "NOT_FOUND" && !isFormReturned(args.context)) throw pageError(error, args);
    return null;
  }
}
