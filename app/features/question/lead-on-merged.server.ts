import { redirect } from "@remix-run/node";
import { mergedApi } from "#app/contract/reading/merged";
import { paths } from "#app/paths";
import { optional } from "#app/server/errors/optional.server";
import { isMissing } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { encodeId } from "#app/server/urls/short-id.server";

/**
 * Redirects from a merged question to the remaining one, keeping the query. If the upstream does not support merges,
 * there is none.
 * @param error thrown by a loader because the question is missing
 * @throws Response: the redirect; else the error itself
 */
export async function leadOnMerged(args: ServerArgs, id: number, error: unknown): Promise<never> {
  if (!isMissing(error)) throw error;
  const merged = await optional(gateway(args).call(mergedApi.question, { query: { id } }));
  if (!merged?.id) throw error;
  throw redirect(paths.question(encodeId(merged.id)) + new URL(args.request.url).search, 301);
}
