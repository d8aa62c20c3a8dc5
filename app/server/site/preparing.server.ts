import { setupApi } from "#app/contract/admin/system/console";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { isUnowned } from "./capabilities.server";

/**
 * Whether the site has no owner and no content yet; marks the request, so that its response does not count as a
 * failure.
 */
export async function isPreparing(args: ServerArgs): Promise<boolean> {
  if (!(await isUnowned(args))) return false;
  const preparing = (await optional(gateway(args).call(setupApi.state, {})))?.preparing ?? false;
  args.context.preparing = preparing;
  return preparing;
}

/**
 * Closes the feeds and files of a site that is still being set up, as its pages are.
 * @throws Response: 503, neither indexed nor cached
 */
export async function refuseProgramsWhilePreparing(args: ServerArgs): Promise<void> {
  if (!(await isPreparing(args))) return;
  const headers = {
    "x-robots-tag": "noindex",
    "cache-control": "no-store",
    "content-type": "text/plain; charset=utf-8",
  };
  throw new Response("网站正在筹备", { status: 503, headers });
}
