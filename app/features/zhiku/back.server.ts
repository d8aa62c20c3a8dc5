import { safePath } from "#app/server/urls/safe-path.server";

/** Pages that redirect here, to which returning makes no sense. */
const NOWHERE = /^\/zhiku\/(?:error|profile)(?:[/?#]|$)/;

/** Path to return to: `?back=`, a path of this site; undefined if none. */
export function backOf(request: Request): string | undefined {
  const back = safePath(new URL(request.url).searchParams.get("back"), "");
  return back === "" || NOWHERE.test(back) ? undefined : back;
}
