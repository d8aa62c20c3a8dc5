import { env } from "./env.server";
import { safePath } from "./safe-path.server";

/**
 * Path on this site that a form was sent from: our pages let browsers name it in full to ourselves.
 * @param anchor the id of the element to come back to
 */
export function backPath(request: Request, anchor = ""): string {
  const referrer = request.headers.get("referer");
  if (!referrer?.startsWith(`${env().publicOrigin}/`)) return "/";
  const path = safePath(referrer.slice(env().publicOrigin.length)).replace(/#.*$/, "");
  return /^[\w-]{1,60}$/.test(anchor) ? `${path}#${anchor}` : path;
}
