import { redirect } from "@remix-run/node";
import { agreementApi } from "#app/contract/agreement";
import { isFormReturned } from "#app/forms/returned-form.server";
import { gateway } from "#app/server/gateway.server";
import { optional } from "#app/server/optional.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { agreementPaths } from "./agreement-paths";

/**
 * Asks whoever is about to write to agree to new versions first, before anything is typed. A form that comes back with
 * what was typed stays.
 * @param here path to come back to
 * @throws Response: a redirect to the page that asks
 */
export async function askAgreements(args: ServerArgs, here: string): Promise<void> {
  if (isFormReturned(args.context)) return;
  const way = await wayToAgree(args, here);
  if (way) throw redirect(way);
}

/** Page that asks the member of this request to agree to new versions, and leads on to `next`; null where nothing is asked. */
export async function wayToAgree(args: ServerArgs, next: string): Promise<string | null> {
  const pending = await optional(gateway(args).call(agreementApi.pending, { query: {} }));
  return pending?.length ? agreementPaths.agree(next) : null;
}
