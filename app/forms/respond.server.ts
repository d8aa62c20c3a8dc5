import { data, redirect } from "@remix-run/node";
import { paths } from "#app/paths";
import { type Flash, setFlash } from "#app/server/cookies/flash.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { refuseChangedAccount } from "./changed-account.server";
import type { FormResult } from "./form-result";
import { isPlainForm } from "./is-plain-form.server";
import { markFormReturned } from "./returned-form.server";

type Result = FormResult<unknown, object, unknown, unknown>;

type Options = {
  /** Page to redirect to on success; for a button, the page it is on. */
  back: string;
  /** Success message for that page or for our scripts; unset if the page shows the success itself. */
  flash?: string | Flash | undefined;
  /** Headers of the response on success. */
  headers?: [string, string][];
  /**
   * Whether the action's own page shows the refusal with the submitted values; otherwise the message is shown on
   * `back`.
   */
  echo?: boolean;
  /** Whether the form navigates: success redirects with scripts, too. */
  leads?: boolean;
  /** Message when the login has ended and the form is returned with its values; the page must load without a login. */
  ended?: string;
  /** Nothing was typed that could be lost, so the response may redirect to a login. */
  bare?: boolean;
  /** `Set-Cookie` that remembers the action while a login is required first. */
  pending?: string | null;
};

/**
 * Answers a form submission: a browser without scripts gets a page, or a redirect with a flash message; our scripts get
 * data. If a login is required and nothing was typed, it redirects to the login and back without a message. A refused form
 * of another account says that first, whatever else is wrong with it (`refuseChangedAccount`).
 */
export async function respond<R extends Result>(args: ServerArgs, given: R, options: Options) {
  const { request, context } = args;
  const result = await refuseChangedAccount(args, given);
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
  headers.append("set-cookie", setFlash({ kind: "error", message: result.message, link: result.remedy }));
  return redirect(back, { headers });
}

const success = (message: string): Flash => ({ kind: "success", message });

/**
 * Response to scripts from an action whose route has no page. On direct requests Remix would drop the status of `data`,
 * and a refusal would look like a success.
 */
export function scriptReply(result: Result, headers: HeadersInit = {}): Response {
  return Response.json(result, { status: result.status === "refused" ? statusOf(result) : 200, headers });
}

/** HTTP status of a refusal. From 400 on, Remix does not reload the page of a navigating form. */
export function statusOf({ code }: { code: string }): number {
  return (
    {
      NOT_LOGIN: 401,
      FORBIDDEN: 403,
      NOT_FOUND: 404,
      NOT_IMPLEMENTED: 404,
      CONFLICT: 409,
      ALREADY_SUBMITTED: 409,
      OTHER_ACCOUNT: 409,
      RATE_LIMITED: 429,
      INTERNAL: 503,
      NETWORK: 503,
    }[code] ?? 422
  );
}
