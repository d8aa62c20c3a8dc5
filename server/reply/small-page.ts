import { createHash } from "node:crypto";
import { INERT_POLICY } from "#app/server/headers/security-headers.server";

/** Uses the browser's default colours, since no other file is loaded. */
const STYLE =
  "body{display:grid;place-content:center;min-height:90vh;margin:0;padding:24px;font:16px/1.75 system-ui,sans-serif;text-align:center}h1{margin:0;font-size:28px;line-height:1.4}p{margin:8px 0 0}a{display:inline-block;margin:16px 6px 0;padding:8px 16px;border:1px solid;border-radius:8px;color:inherit;text-decoration:none}";

/** CSP source (hash) that allows an inline style or script. */
export const sourceOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Content security policy of small pages: their inline style and nothing else. */
export const SMALL_PAGE_POLICY = `${INERT_POLICY}; style-src ${sourceOf(STYLE)}`;

/** A page for requests that never reach the app; goes with `SMALL_PAGE_POLICY`. */
export function smallPage({ heading, main, head = "" }: { heading: string; main: string; head?: string }): string {
  return `<!DOCTYPE html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">${head}<title>${heading}</title><style>${STYLE}</style></head><body><main><h1>${heading}</h1>${main}</main></body></html>`;
}
