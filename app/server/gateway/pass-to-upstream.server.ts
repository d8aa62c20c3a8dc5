import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { env } from "#app/server/env.server";
import { MINUTE } from "#runtime/time-units";
import { askOverHttp } from "./http-request.server";
import { limitReply } from "./reply-limit.server";

/** Milliseconds until a reply begins, which for an upload is after its end. */
const DEADLINE = 5 * MINUTE;
const REQUEST_HEADERS = [
  ...["accept", "content-length", "content-type", "if-none-match", "if-range", "range"],
  // Headers that authenticate a payment notification.
  ...["wechatpay-nonce", "wechatpay-serial", "wechatpay-signature", "wechatpay-timestamp"],
];
const REPLY_HEADERS = [
  "accept-ranges",
  "cache-control",
  "content-disposition",
  "content-length",
  "content-range",
  "content-security-policy",
  "content-type",
  "cross-origin-resource-policy",
  "etag",
  "location",
  "retry-after",
  "x-content-type-options",
];
const NO_BODY = new Set([204, 304]);

/**
 * Passes requests that carry their own proof (objects under `/oss/…`, payment notifications) to a separate upstream,
 * which nobody else can reach. With an embedded upstream they never get here.
 */
export async function passToUpstream(request: Request): Promise<Response> {
  const { upstreamUrl } = env();
  if (upstreamUrl === null) return new Response("Not Found\n", { status: 404 });
  const { pathname, search } = new URL(request.url);
  const limit = limitReply(DEADLINE);
  const reply = await askOverHttp({
    method: request.method,
    url: upstreamUrl + pathname + search,
    headers: Object.fromEntries(pick(REQUEST_HEADERS, (name) => request.headers.get(name))),
    body: request.body && Readable.fromWeb(request.body as NodeReadableStream),
    signal: AbortSignal.any([request.signal, limit.signal]),
  }).catch(() => null);
  if (!reply) return new Response("Bad Gateway\n", { status: 502 });
  const headers = pick(REPLY_HEADERS, reply.header);
  if (request.method !== "HEAD" && !NO_BODY.has(reply.status)) {
    const body = Readable.toWeb(Readable.from(limit.pieces(reply.chunks), { objectMode: false }));
    return new Response(body as ReadableStream, { status: reply.status, headers });
  }
  reply.cancel();
  return new Response(null, { status: reply.status, headers });
}

function pick(names: readonly string[], read: (name: string) => string | null): [string, string][] {
  return names.flatMap((name) => {
    const value = read(name);
    return value === null ? [] : [[name, value]];
  });
}
