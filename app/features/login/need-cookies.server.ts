import { redirect } from "@remix-run/node";
import { refusedResult } from "#app/forms/attempt.server";
import { respond } from "#app/forms/respond.server";
import { ownCookie } from "#app/server/cookies/own-cookie.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { loginValuesOf } from "./log-in.server";
import { NO_COOKIES } from "./login-result";

/** Long enough to receive a code; what matters is that it comes back at all. */
const SECONDS = 60 * 60;
const cookie = ownCookie("cookies");
/** Query of the form that the browser sends a second time. */
const AGAIN = "cookies";

/**
 * Refuses the login form of a browser that stores no cookies, since the login would be gone on the next page. A browser
 * without any cookie is given one, with a redirect on which it sends the form again: the form's page is the same for
 * everybody and sets none. Scripts ask the browser instead (`LoginForm`).
 * @returns the redirect or the refusal; null if the form can be processed
 */
export async function needCookies(args: ServerArgs, form: FormData) {
  const { headers, url } = args.request;
  if (headers.get("sec-fetch-mode") !== "navigate" || headers.has("cookie")) return null;
  const again = new URL(url);
  if (again.searchParams.has(AGAIN)) {
    const refused = refusedResult({ code: "INVALID_PARAMS", message: NO_COOKIES, fields: {} }, loginValuesOf(form));
    return respond(args, refused, { back: again.pathname, echo: true });
  }
  again.searchParams.set(AGAIN, "");
  // 307 repeats the request with its method and fields.
  return redirect(again.pathname + again.search, { status: 307, headers: { "set-cookie": cookie.set("1", SECONDS) } });
}
