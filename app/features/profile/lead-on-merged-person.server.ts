import { redirect } from "@remix-run/node";
import { mergedApi } from "#app/contract/reading/merged";
import { optional } from "#app/server/errors/optional.server";
import { isMissing } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { hereOf } from "#app/server/urls/here.server";

/**
 * Redirects from a merged person's pages to the same pages of the person they were merged into. An upstream that can't
 * tell knows of none.
 * @param error error page thrown by a loader for the missing person
 * @throws Response: that redirect; else the error itself
 */
export async function leadOnMergedPerson(args: ServerArgs, id: number, error: unknown): Promise<never> {
  if (!isMissing(error)) throw error;
  const merged = await optional(gateway(args).call(mergedApi.person, { query: { id } }));
  if (!merged?.id) throw error;
  throw redirect(hereOf(args.request).replace(/^\/u\/\d+/, `/u/${merged.id}`), 301);
}
