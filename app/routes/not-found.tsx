import type { LoaderFunctionArgs } from "@remix-run/node";
import { useEffect } from "react";
import { wrongAddress } from "#app/server/errors/page-error.server";
import { requireUser } from "#app/server/viewer.server";

/** Handles unknown URLs. Below the account's and the notifications', it requires a login first. */
export async function loader(args: LoaderFunctionArgs): Promise<never> {
  if (/^\/(?:account|notifications)\//i.test(new URL(args.request.url).pathname)) await requireUser(args);
  throw wrongAddress();
}

/**
 * Opens what the router takes for no page without it. The loader has a page for every such URL, unless the server
 * answered with something else: a file, data, or a page that a newer build has.
 */
export default function NotFound() {
  useEffect(() => location.reload(), []);
  return null;
}
