import { safePath } from "#app/server/safe-path.server";

/** Pages that send people here would only send them back again. */
const NOWHERE = /^\/zhiku\/(?:error|profile)(?:[/?#]|$)/;

/** Path that somebody came from and wants to go on to: `?back=`, a path of this site; undefined when there is none. */
export function backOf(request: Request): string | undefined {
  const back = safePath(new URL(request.url).searchParams.get("back"), "");
  return back === "" || NOWHERE.test(back) ? undefined : back;
}
