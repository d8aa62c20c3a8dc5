import { redirect } from "@remix-run/node";
import { agreementApi } from "#app/contract/people/agreement";
import { isFormReturned } from "#app/forms/returned-form.server";
import { paths } from "#app/paths";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";

/**
 * Asks members to accept new agreement versions before they write, so that nothing is typed yet. A refused form with
 * typed input is not interrupted.
 * @param here path to return to
 * @throws Response: a redirect to the page that asks
 */
export async function askAgreements(args: ServerArgs, here: string): Promise<void> {
  if (isFormReturned(args.context)) return;
  const way = await wayToAgree(args, here);
  if (way) throw redirect(way);
}

/** Page that asks this request's member to accept new versions, and continues to `next`; null if there are none. */
export async function wayToAgree(args: ServerArgs, next: string): Promise<string | null> {
  const pending = await optional(gateway(args).call(agreementApi.pending, { query: {} }));
  return pending?.length ? paths.agree(next) : null;
}
