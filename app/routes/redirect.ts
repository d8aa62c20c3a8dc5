import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { redirects } from "#app/redirects";
import { notFound } from "#app/server/errors/page-error.server";
import { safePath } from "#app/server/urls/safe-path.server";

/** Serves every URL of the redirect table. */
export function loader({ request, params }: LoaderFunctionArgs) {
  const { pathname, search, searchParams } = new URL(request.url);
  const segments = pathname.split("/").filter(Boolean);
  const entry = redirects.find(({ from }) => {
    const parts = from.split("/");
    return parts.length === segments.length && parts.every((part, i) => part.startsWith(":") || part === segments[i]);
  });
  if (!entry) throw notFound();
  const { to } = entry.asking && searchParams.get(entry.asking.query) ? entry.asking : entry;
  const target = to.replace(":id", () => encodeURIComponent(params.id ?? ""));
  // Not `replace`, which would remove the previous page from the history; this URL never gets into it.
  return redirect(safePath(target + search));
}
