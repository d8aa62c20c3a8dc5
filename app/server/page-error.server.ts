import { data, redirect, replace } from "@remix-run/node";
import { paths } from "#app/paths";
import { LoginEndedError, type UpstreamError } from "./upstream-error";

/** What an error page shows; the only thing that is ever thrown to an `ErrorBoundary`. */
export type PageErrorData = { message: string; code: string };

const STATUS: Record<string, number> = {
  NOT_FOUND: 404,
  DOCUMENT_NOT_EXIST: 404,
  FORBIDDEN: 403,
  INVALID_PARAMS: 404,
  RATE_LIMITED: 429,
  NOT_IMPLEMENTED: 501,
  NETWORK: 503,
};

/** Zhiku's refusals that a page of its own explains. */
const OWN_PAGE: Record<string, 401 | 403 | 404> = {
  USER_INFO_INCOMPLETE: 401,
  RIGHTS_NOT_SUBSCRIBED: 403,
  DOCUMENT_NOT_EXIST: 404,
};

/** The one table from a refusal of the upstream to what a page does about it. */
export function pageError(error: UpstreamError, request: Request) {
  const own = ownPage(error);
  if (own) return own;
  if (error.code === "NOT_LOGIN") return redirect(isOfZhiku(new URL(request.url).pathname) ? paths.zhiku() : "/");
  return notice(STATUS[error.code] ?? 500, error.message, error.code);
}

/**
 * Where a refusal leads that is told by its page and not in words, whoever asked: a page, a form or a script. Null for
 * all others.
 */
export function ownPage(error: UpstreamError): Response | null {
  const page = OWN_PAGE[error.code];
  if (page) return redirect(paths.zhikuError(page));
  const [, path = ""] = error.endpoint.split(" ");
  // A login that ended while one was in zhiku: the page that it ended on is not one to come back to.
  return error instanceof LoginEndedError && path.startsWith("/api/pro/") ? replace(paths.zhiku()) : null;
}

const isOfZhiku = (path: string): boolean => path === "/zhiku" || path.startsWith("/zhiku/");

/** An error page of this status and Chinese message; thrown by loaders. */
export function notice(status: number, message: string, code = String(status)) {
  return data({ message, code } satisfies PageErrorData, { status });
}

export const notFound = (message = "内容不存在或已被删除") => notice(404, message, "NOT_FOUND");
