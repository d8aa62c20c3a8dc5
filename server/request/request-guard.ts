import type { IncomingMessage } from "node:http";
import { type Refusal, refuseForeignWrite } from "#app/server/request/write-guard.server";
import { isReading } from "./is-reading";
import { pathOf } from "./path-of";
import { isPublicUpstream } from "./paths-by-facts";

/** Maximum length of a request target; signed URLs of the object store are the longest. */
const TARGET_MAX = 8 * 1024;
/** Maximum length of a page's URL; a search for the longest allowed query still fits. */
export const PAGE_TARGET_MAX = 2 * 1024;
const METHODS = new Set(["GET", "HEAD", "POST", "PUT"]);

/**
 * Rejects requests before anything else looks at them: targets and headers that different programs parse differently,
 * Remix's old data protocol, and writes caused by another site.
 * @returns the refusal to send, or null if the request may proceed
 */
export function refuse(request: IncomingMessage, publicOrigin: string): Refusal | null {
  const { method = "", url = "", headers } = request;
  if (!METHODS.has(method)) return NO_METHOD;
  if (url.length > TARGET_MAX) return TOO_LONG;
  if (url[0] !== "/" || url.startsWith("//") || countHosts(request.rawHeaders) !== 1) return BAD;
  const path = pathOf(request);
  if (!isPlainPath(path)) return BAD;
  if (url.length > PAGE_TARGET_MAX && !isPublicUpstream(path)) return TOO_LONG;
  if (asksForOldData(url.slice(path.length + 1))) return BAD;
  if (isReading(request)) return null;
  return refuseForeignWrite((name) => headers[name]?.toString(), publicOrigin);
}

/** `Sec-Fetch-Dest` of legitimate page loads: as a document, in a frame of ours, or as data for our scripts. */
const PAGES_FOR = new Set(["document", "empty", "iframe"]);

/** Whether a page is requested as an image, style or script of another page, which can only do harm. */
export const isSubresource = ({ headers }: IncomingMessage): boolean => {
  const wanted = headers["sec-fetch-dest"];
  return wanted !== undefined && !PAGES_FOR.has(String(wanted));
};

/** Refusal of a method that nothing here answers. */
export const NO_METHOD: Refusal = { status: 405, message: "不支持的请求方法" };
const TOO_LONG: Refusal = { status: 414, message: "地址太长" };
const BAD: Refusal = { status: 400, message: "请求无效" };

/**
 * Whether every program reads a path alike: decoded, it has no control character, no backslash, and no segment that
 * leads to another path (`/oss/../api`).
 */
function isPlainPath(path: string): boolean {
  if (!/[%\\]|\/\./.test(path)) return true;
  try {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    return !/[\u0000-\u001f\u007f\\]|\/\.{1,2}(?:\/|$)/.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/** Remix's old protocol would run a single loader or action, bypassing Remix's own origin check. */
function asksForOldData(query: string): boolean {
  return /_data|%/i.test(query) && new URLSearchParams(query).has("_data");
}

function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === "host") hosts += 1;
  return hosts;
}
