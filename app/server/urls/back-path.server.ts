import { env } from "#app/server/env.server";
import { safePath } from "./safe-path.server";

/**
 * Path on this site from which a form was sent (our pages send their full URL as referrer to this site only).
 * @param anchor id of the element to scroll to
 */
export function backPath(request: Request, anchor = ""): string {
  const referrer = request.headers.get("referer");
  if (!referrer?.startsWith(`${env().publicOrigin}/`)) return "/";
  const path = safePath(referrer.slice(env().publicOrigin.length)).replace(/#.*$/, "");
  return /^[\w-]{1,60}$/.test(anchor) ? `${path}#${anchor}` : path;
}
