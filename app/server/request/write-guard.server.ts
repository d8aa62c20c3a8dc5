import type { RouteFacts } from "#app/route-facts";

/** Response to a refused request. */
export type Refusal = { status: number; message: string };

type ReadHeader = (name: string) => string | null | undefined;

const MIB = 1024 * 1024;
/** Maximum bytes of a form: with texts and one picture, or on routes that accept several large files. */
export const FORM_BYTES_MAX: Record<RouteFacts["body"], number> = { fields: 12 * MIB, files: 1024 * MIB };

/** Message for a form of more than so many bytes. */
export const tooLarge = (max: number) =>
  `提交的内容太大，一次最多 ${max / MIB} MB。请用浏览器的“返回”回到上一页，填好的内容还在，减少一些再提交`;

/**
 * Refuses writes whose origin is unknown or not one of our pages.
 * @returns the response, or null if the write may proceed
 */
export function refuseForeignWrite(header: ReadHeader, publicOrigin: string): Refusal | null {
  const site = header("sec-fetch-site") ?? undefined;
  const origin = header("origin") ?? undefined;
  const isOwn =
    (site === undefined || site === "same-origin") &&
    (origin === publicOrigin || (origin === undefined && site === "same-origin"));
  if (isOwn) return null;
  const elsewhere = origin !== undefined && origin !== publicOrigin && isOfItself(header, origin);
  const message = elsewhere
    ? `这里的网址 ${origin.slice(0, 100)} 不是本站的，所以没有提交：请从 ${publicOrigin} 打开本站`
    : "请求来自其他网站，已被拒绝";
  return { status: 403, message };
}

/** Whether a page sent this to its own address: the site was opened by another name, or PUBLIC_ORIGIN is wrong. */
function isOfItself(header: ReadHeader, origin: string): boolean {
  const site = header("sec-fetch-site") ?? undefined;
  return site === "same-origin" || (site === undefined && /^https?:\/\/(.+)$/.exec(origin)?.[1] === header("host"));
}

/**
 * Log fields of a write that was refused for its origin (`cross_site_write_refused`).
 * @param path without the query
 */
export function foreignWriteOf(
  { method, path, address }: { method: string | undefined; path: string; address: string | null },
  header: ReadHeader,
): Record<string, string | null> {
  const cut = (text: string | null | undefined) => text?.slice(0, 200) ?? null;
  return {
    address,
    call: `${method} ${cut(path)}`,
    origin: cut(header("origin")),
    site: cut(header("sec-fetch-site")),
  };
}

/** Refuses a request body of unknown length (chunked), or a too large one. @param body what the route accepts */
export function refuseBody(header: ReadHeader, body: RouteFacts["body"]): Refusal | null {
  if (header("transfer-encoding")) return { status: 411, message: "请求没有说明长度" };
  return Number(header("content-length") ?? 0) > FORM_BYTES_MAX[body]
    ? { status: 413, message: tooLarge(FORM_BYTES_MAX[body]) }
    : null;
}
