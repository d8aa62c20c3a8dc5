import { data, replace } from "@remix-run/node";
import { clearToken } from "./session.server";
import type { UpstreamError } from "./upstream-error";

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

/** The one table from a refusal of the upstream to what a page does about it. */
export function pageError(error: UpstreamError, request: Request) {
  const { pathname } = new URL(request.url);
  const zhiku = pathname === "/zhiku" || pathname.startsWith("/zhiku/");
  if (error.code === "NOT_LOGIN") {
    return replace(zhiku ? "/zhiku" : "/", { headers: { "set-cookie": clearToken() } });
  }
  if (error.code === "USER_INFO_INCOMPLETE") return replace("/zhiku/error/401");
  if (error.code === "RIGHTS_NOT_SUBSCRIBED") return replace("/zhiku/error/403");
  if (error.code === "DOCUMENT_NOT_EXIST" && zhiku) return replace("/zhiku/error/404");
  return notice(STATUS[error.code] ?? 500, error.message, error.code);
}

/** An error page of this status and Chinese message; thrown by loaders. */
export function notice(status: number, message: string, code = String(status)) {
  return data({ message, code } satisfies PageErrorData, { status });
}

export const notFound = (message = "内容不存在或已被删除") => notice(404, message, "NOT_FOUND");
