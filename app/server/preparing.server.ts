import { setupApi } from "#app/contract/admin/console";
import { gateway } from "./gateway.server";
import { isUnowned } from "./missing.server";
import { optional } from "./optional.server";
import type { ServerArgs } from "./server-args.server";

/** Whether nobody owns the site, and nothing is to be read there yet. */
export async function isPreparing(args: ServerArgs): Promise<boolean> {
  if (!(await isUnowned(args))) return false;
  return (await optional(gateway(args).call(setupApi.state, {})))?.preparing ?? false;
}

/**
 * Closes what programs read of a site that is being prepared, as its pages are.
 * @throws Response: 503, which nobody lists or keeps
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
