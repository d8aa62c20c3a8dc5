import { data, redirect } from "@remix-run/node";
import { paths } from "#app/paths";
import { type Flash, setFlash } from "#app/server/flash.server";
import type { ServerArgs } from "#app/server/server-args.server";
import type { FormResult } from "./form-result";
import { isPlainForm } from "./is-plain-form.server";
import { markFormReturned } from "./returned-form.server";

type Result = FormResult<unknown, object, unknown, unknown>;

type Options = {
  /** The page to go on to once it is done; of a button the page that it stands on. */
  back: string;
  /** Message there, or to our scripts, once it is done; none where the page shows it. */
  flash?: string | Flash | undefined;
  /** Of the reply once it is done. */
  headers?: [string, string][];
  /** The action's own page shows what was refused, with what was typed; else it is told on the page to go on to. */
  echo?: boolean;
  /** The form navigates: it leads on with scripts, too. */
  leads?: boolean;
  /** Said when the login has ended and the form comes back with what was typed; its page must load without a login. */
  ended?: string;
  /** Nothing was typed that could be lost: the page may lead elsewhere. */
  bare?: boolean;
  /** `Set-Cookie` that goes along where a login is wanted first. */
  pending?: string | null;
};

/**
 * Response of an action to its form: a page or a redirect with a message to a browser without scripts, data to ours.
 * Who has to log in first, and has typed nothing, is led there and back without a word.
 */
export function respond<R extends Result>({ request, context }: ServerArgs, result: R, options: Options) {
  const { back, echo = false, ended } = options;
  const follows = (options.leads ?? false) || isPlainForm(request);
  if (result.status === "ok") {
    const headers = new Headers(options.headers);
    const flash = typeof options.flash === "string" ? success(options.flash) : options.flash;
    if (follows) {
      if (flash) headers.append("set-cookie", setFlash(flash));
      return redirect(back, { headers });
    }
    const told: R = flash ? { ...result, message: flash.message } : result;
    return echo ? data(told, { headers }) : scriptReply(told, headers);
  }
  const login = result.status === "refused" && result.code === "NOT_LOGIN";
  if (echo && !options.bare && (!login || ended)) markFormReturned(context);
  if (result.status === "step")
    return echo ? data(result, { headers: new Headers(options.headers) }) : scriptReply(result);
  if (echo) return data(login && ended ? { ...result, message: ended } : result, statusOf(result));
  const headers = new Headers();
  if (login && options.pending) headers.append("set-cookie", options.pending);
  if (!follows) return scriptReply(result, headers);
  if (login) return redirect(paths.login(back), { headers });
  headers.append("set-cookie", setFlash({ kind: "error", message: result.message }));
  return redirect(back, { headers });
}

const success = (message: string): Flash => ({ kind: "success", message });

/**
 * Response to scripts of an action whose route has no page. Remix drops the status of `data` there when it is asked
 * directly, and the refusal would look like a success.
 */
export function scriptReply(result: Result, headers: HeadersInit = {}): Response {
  return Response.json(result, { status: result.status === "refused" ? statusOf(result) : 200, headers });
}

/** The HTTP status of a refusal. From 400 on, a page whose form navigates is not loaded anew. */
export function statusOf({ code }: { code: string }): number {
  return (
    {
      NOT_LOGIN: 401,
      FORBIDDEN: 403,
      NOT_FOUND: 404,
      NOT_IMPLEMENTED: 404,
      CONFLICT: 409,
      ALREADY_SUBMITTED: 409,
      RATE_LIMITED: 429,
      INTERNAL: 503,
      NETWORK: 503,
    }[code] ?? 422
  );
}
