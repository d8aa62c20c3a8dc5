import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { redirects } from "#app/redirects";
import { partsOff } from "#app/server/site/require-part.server";
import { pathsLike } from "#app/server/urls/route-facts.server";
import { safePath } from "#app/server/urls/safe-path.server";

const entries = redirects.map((entry) => ({ ...entry, isFrom: pathsLike([`/${entry.from}`]) }));

/** Serves every URL of the redirect table. @throws Error if the router led here with any other */
export async function loader(args: LoaderFunctionArgs) {
  const { request, params } = args;
  const { pathname, search, searchParams } = new URL(request.url);
  const entry = entries.find(({ isFrom }) => isFrom(pathname));
  if (!entry) throw new Error(`${pathname} is not in the redirect table (app/redirects.ts)`);
  const { asking, without } = entry;
  const isLacking = without !== undefined && (await partsOff(args)).includes(without.part);
  const { to } = isLacking ? without : asking && searchParams.get(asking.query) ? asking : entry;
  const target = to.replace(":id", () => encodeURIComponent(params.id ?? ""));
  // Not `replace`, which would remove the previous page from the history; this URL never gets into it.
  return redirect(safePath(target + search));
}
