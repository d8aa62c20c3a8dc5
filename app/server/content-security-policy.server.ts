import { env } from "./env.server";
import { POLICY_REPORTS } from "./policy-reports.server";

type Page = {
  /** Hashes of its inline scripts. */
  scripts: readonly string[];
  /** It may show WeChat's login in a frame; see `LoginForm`. */
  login: boolean;
  /** Our own pages may show it in a frame. */
  framed: boolean;
  /** It is looked at within WeChat, whose script may tell friends of it; see features/share/wechat-card.ts. */
  weixin: boolean;
};

const WECHAT_SCRIPTS = "https://res.wx.qq.com/open/js/";

/** Headers of what our own pages may show in a frame; every other answer is in none. */
export const FRAMED_BY_US = { "x-frame-options": "SAMEORIGIN" };

/**
 * Headers of the page that shows WeChat's own in a frame: it may not ask that to agree to being embedded, for it would
 * not. All others let nothing in that carries somebody's cookies (see `securityHeaders`).
 */
export const framesWeixin = (): Record<string, string> =>
  env().wechatOrigin ? { "cross-origin-embedder-policy": "unsafe-none" } : {};

/** The policy of a page. Nothing is allowed by 'unsafe-…'. */
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
    // The frame begins on our side, which remembers what it asks WeChat for.
    login ? list("frame-src", "'self'", ...(wechatOrigin ? [wechatOrigin] : [])) : "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    // A form's answer may lead to a file in the object store; within WeChat, to its page that says who somebody is.
    list("form-action", "'self'", ...objects, ...(weixin ? [wechatPages] : [])),
    `frame-ancestors ${framed ? "'self'" : "'none'"}`,
    ...(secure ? ["upgrade-insecure-requests"] : []),
    `report-uri ${POLICY_REPORTS}`,
    "report-to policy",
  ].join("; ");
}
