/** What a request that is refused is answered with. */
export type Refusal = { status: number; message: string };

type ReadHeader = (name: string) => string | null | undefined;

/** Bytes; uploads go to the object store. */
const BODY_MAX = 12 * 1024 * 1024;

/**
 * Browsers say where a write comes from; one that comes from nowhere known is refused.
 * @returns what to answer, or null when it comes from our own pages
 */
export function refuseForeignWrite(header: ReadHeader, publicOrigin: string): Refusal | null {
  const site = header("sec-fetch-site") ?? undefined;
  const origin = header("origin") ?? undefined;
  const isOwn =
    (site === undefined || site === "same-origin") &&
    (origin === publicOrigin || (origin === undefined && site === "same-origin"));
  return isOwn ? null : { status: 403, message: "请求来自其他网站，已被拒绝" };
}

/** Bodies for the app: forms, whose length browsers tell. */
export function refuseBody(header: ReadHeader): Refusal | null {
  if (header("transfer-encoding")) return { status: 411, message: "请求没有说明长度" };
  return Number(header("content-length") ?? 0) > BODY_MAX ? { status: 413, message: "提交的内容太大" } : null;
}
