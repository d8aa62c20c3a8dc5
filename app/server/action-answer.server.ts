import { ownPage } from "./page-error.server";
import { UpstreamError } from "./upstream-error";

/** Result of an action, for the form that it belongs to. */
export type Refusal = { ok: false; code: string; message: string; fields: Record<string, string> };
export type ActionAnswer<T = null> = { ok: true; data: T } | Refusal;

/**
 * Does what a form asks for; what the upstream refuses comes back as an answer, with a message for each field.
 * @param typed whether the form holds what somebody has typed: it comes back also when the login has ended
 * @param asksForProfile whether the caller leads to the professional profile by itself, and back to what was wanted
 * @throws Response: to the page that a refusal has of its own
 */
export async function attempt<T>(
  work: () => Promise<T>,
  { typed = false, asksForProfile = false } = {},
): Promise<ActionAnswer<T>> {
  try {
    return { ok: true, data: await work() };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const answered = (typed && error.code === "NOT_LOGIN") || (asksForProfile && error.code === "USER_INFO_INCOMPLETE");
    const page = answered ? null : ownPage(error);
    if (page) throw page;
    return { ok: false, code: error.code, message: error.message, fields: error.fields };
  }
}

/** The HTTP status of a refusal. From 400 on, a page whose form navigates is not loaded anew. */
export function statusOf({ code }: Refusal): number {
  return (
    {
      NOT_LOGIN: 401,
      FORBIDDEN: 403,
      NOT_FOUND: 404,
      NOT_IMPLEMENTED: 404,
      CONFLICT: 409,
      ALREADY_SUBMITTED: 409,
      RATE_LIMITED: 429,
      NETWORK: 503,
    }[code] ?? 422
  );
}

/**
 * Response to scripts of an action whose route has no page. Remix drops the status of `data` there when it is asked
 * directly, and the refusal would look like a success.
 */
export function scriptAnswer(answer: ActionAnswer<unknown>, headers: HeadersInit = {}): Response {
  return Response.json(answer, { status: answer.ok ? 200 : statusOf(answer), headers });
}

/** Whether a form was sent by the browser itself, which shows what comes back as a page. */
export function isPlainForm(request: Request): boolean {
  const mode = request.headers.get("sec-fetch-mode");
  return mode === null ? /text\/html/.test(request.headers.get("accept") ?? "") : mode === "navigate";
}

/** One text of a form; empty where there is none. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
