import type { LoaderFunctionArgs } from "@remix-run/node";
import { wrongAddress } from "#app/server/page-error.server";
import { requireUser } from "#app/server/viewer.server";

/** Every address that nothing else answers. Below the account's, whoever is not logged in is not told so. */
export async function loader(args: LoaderFunctionArgs): Promise<never> {
  if (/^\/account\//i.test(new URL(args.request.url).pathname)) await requireUser(args);
  throw wrongAddress();
}

export default function NotFound() {
  return null;
}
