import { data, redirect, replace } from "@remix-run/node";
import { MESSAGES } from "#app/contract/codes";
import { paths } from "#app/paths";
import { tokenOf } from "#app/server/cookies/session.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { homeOf } from "#app/server/urls/route-facts.server";
import { statusNameOf } from "./status-name.server";
import { LoginEndedError, type UpstreamError } from "./upstream-error";

/** Content of an error page; the only value ever thrown to an `ErrorBoundary`. */
export type PageErrorData = {
  /** Status message; Remix drops the status text of what is thrown. */
  named: string;
  /** Heading above the message: the status in words. */
  title?: string;
  message: string;
  code: string;
  /** Link to continue, besides the home page; shown by zhiku's error page. */
  way?: { label: string; to: string };
  /** Request id in the log; only for errors that are not the reader's fault. */
  requestId?: string;
};

const STATUS: Record<string, number> = {
  NOT_FOUND: 404,
  DOCUMENT_NOT_EXIST: 404,
  FORBIDDEN: 403,
  USER_INFO_INCOMPLETE: 403,
  RIGHTS_NOT_SUBSCRIBED: 403,
  INVALID_PARAMS: 404,
  RATE_LIMITED: 429,
  NOT_IMPLEMENTED: 404,
  NETWORK: 503,
};

/** Zhiku's refusals that have a page of their own; from any other call, these codes are told like all others. */
const OWN_PAGE: Record<string, 401 | 403 | 404> = {
  USER_INFO_INCOMPLETE: 401,
  RIGHTS_NOT_SUBSCRIBED: 403,
  DOCUMENT_NOT_EXIST: 404,
};

/** Zhiku's calls, and our own beyond the specified ones that it needs. */
const OF_ZHIKU = /^\/api\/(?:pro|ext\/zhiku)\//;

const TITLES: Record<number | string, string> = {
  PREPARING: "网站正在筹备",
  400: "请求无效",
  401: "需要登录",
  403: "没有权限",
  404: "找不到这个页面",
  405: "请求没有被接受",
  411: "请求没有被接受",
  413: "提交的内容太大",
  429: "访问太频繁",
  503: "服务暂时不可用",
};

/** Maps a refusal of the upstream to what a page does about it. */
export function pageError(error: UpstreamError, { request, context }: ServerArgs) {
  const own = ownPage(error);
  if (own) return own;
  if (error.code === "NOT_LOGIN") {
    const { pathname } = new URL(request.url);
    const home = homeOf(pathname);
    // Without a token, redirecting the home page to itself would loop for ever.
    return pathname === home && !tokenOf(request) ? notice(401, error.message, "NOT_LOGIN") : redirect(home);
  }
  // No form was submitted here, so without a more specific message the URL is at fault.
  const message = error.message === MESSAGES.INVALID_PARAMS ? WRONG_ADDRESS : error.message;
  return notice(STATUS[error.code] ?? 500, message, error.code, context.requestId);
}

/** Redirect to the page that explains a refusal, for pages, forms and scripts alike; null if there is none. */
export function ownPage(error: UpstreamError): Response | null {
  const [, path = ""] = error.endpoint.split(" ");
  const page = OWN_PAGE[error.code];
  if (page && OF_ZHIKU.test(path)) return redirect(paths.zhikuError(page));
  // The login ended inside zhiku: don't come back to that page.
  return error instanceof LoginEndedError && path.startsWith("/api/pro/") ? replace(paths.zhiku()) : null;
}

/** Error page with a status and a Chinese message, to be thrown by loaders. */
export function notice(status: number, message: string, code = String(status), requestId?: string) {
  const title = TITLES[code] ?? TITLES[status];
  return data(
    {
      message,
      code,
      ...(title && { title }),
      named: statusNameOf(status),
      ...(status >= 500 && requestId && { requestId }),
    } satisfies PageErrorData,
    { status },
  );
}

const WRONG_ADDRESS = "地址可能有误，也可能页面已被移动或删除";

/** Error page of a URL that leads nowhere, or nowhere for this reader. */
export const wrongAddress = () => notFound(WRONG_ADDRESS);

/**
 * Error page of missing content.
 * @param message a sentence for the reader
 * @param more its own heading, and a link to go on
 */
export function notFound(message = "内容不存在或已被删除", more?: Pick<PageErrorData, "title" | "way">) {
  const page = notice(404, message, "NOT_FOUND");
  return more ? data({ ...page.data, ...more }, { status: 404 }) : page;
}

/** Whether what a loader has thrown is the error page of something missing. */
export const isMissing = (error: unknown): boolean =>
  (error as { init?: { status?: number } | null }).init?.status === 404;
