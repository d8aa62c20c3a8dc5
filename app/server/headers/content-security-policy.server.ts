import { env } from "#app/server/env.server";
import { POLICY_REPORTS } from "./policy-reports.server";

type Page = {
  /** CSP hashes of its inline scripts. */
  scripts: readonly string[];
  /** Whether it may show WeChat's login in a frame; see `LoginForm`. */
  login: boolean;
  /** Whether our own pages may show it in a frame. */
  framed: boolean;
  /** Whether it is shown inside WeChat, whose script may share it with friends; see features/share/wechat-card.ts. */
  weixin: boolean;
};

const WECHAT_SCRIPTS = "https://res.wx.qq.com/open/js/";

/** Headers of responses that our own pages may frame; all others can't be framed. */
export const FRAMED_BY_US = { "x-frame-options": "SAMEORIGIN" };

/**
 * Headers of the page that frames WeChat's login page: it must not require cross-origin embedding consent (COEP), which
 * WeChat's page does not give. All other pages block embedded content that carries cookies (see `securityHeaders`).
 */
export const framesWeixin = (): Record<string, string> =>
  env().wechatOrigin ? { "cross-origin-embedder-policy": "unsafe-none" } : {};

/** Content security policy of a page. It contains no 'unsafe-…' source. */
export function contentSecurityPolicy({ scripts, login, framed, weixin }: Page): string {
  const { development, objectOrigins: objects, secure, wechatOrigin, wechatPages } = env();
  const list = (name: string, ...sources: string[]) => `${name} ${sources.join(" ")}`;
  // The development server injects style elements and scripts of its own.
  const scriptSources = development ? ["'unsafe-inline'"] : scripts;
  const styleSources = development ? ["'unsafe-inline'"] : [];
  return [
    "default-src 'none'",
    list("script-src", "'self'", ...scriptSources, ...(weixin ? [WECHAT_SCRIPTS] : [])),
    list("style-src", "'self'", ...styleSources),
    list("img-src", "'self'", "data:", "blob:", ...objects),
    "font-src 'self'",
    list("connect-src", "'self'", ...objects, ...(development ? ["ws:"] : [])),
    "manifest-src 'self'",
    // The frame starts at our own URL, where the state for WeChat is recorded.
    login ? list("frame-src", "'self'", ...(wechatOrigin ? [wechatOrigin] : [])) : "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    // A form's response may redirect to a file in the object store; inside WeChat, to WeChat's authorization page.
    list("form-action", "'self'", ...objects, ...(weixin ? [wechatPages] : [])),
    `frame-ancestors ${framed ? "'self'" : "'none'"}`,
    ...(secure ? ["upgrade-insecure-requests"] : []),
    `report-uri ${POLICY_REPORTS}`,
    "report-to policy",
  ].join("; ");
}
