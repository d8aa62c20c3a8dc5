import type { LoaderFunctionArgs } from "@remix-run/node";
import { wrongAddress } from "#app/server/errors/page-error.server";
import { requireUser } from "#app/server/viewer.server";

/** Handles unknown URLs. Below the account's and the notifications', it requires a login first. */
export async function loader(args: LoaderFunctionArgs): Promise<never> {
  if (/^\/(?:account|notifications)\//i.test(new URL(args.request.url).pathname)) await requireUser(args);
  throw wrongAddress();
}

export default function NotFound() {
  return null;
}
