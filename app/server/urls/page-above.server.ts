import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { safePath } from "./safe-path.server";

/**
 * Loader of URLs that only take forms: whoever opens one, by the address bar or by a link in a text, is led to the page
 * above it (`/admin/figures` for `/admin/figures/export`), or to that of a missing page.
 */
export function toPageAbove({ request }: LoaderFunctionArgs): Response {
  const { pathname } = new URL(request.url);
  return redirect(safePath(pathname.replace(/\/[^/]+\/*$/, "") || "/"));
}
