import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/**
 * A Fetch Request of a Node one. The origin is configuration, never the Host header; it is aborted when the
 * reader of `outgoing` goes away.
 */
export function toRequest(incoming: IncomingMessage, outgoing: ServerResponse, origin: string): Request {
  const headers = new Headers();
  for (let i = 0; i < incoming.rawHeaders.length; i += 2) {
    headers.append(incoming.rawHeaders[i] as string, incoming.rawHeaders[i + 1] as string);
  }
  // Remix compares Origin with these; what ours is has been settled before (request-guard.ts).
  headers.set("host", new URL(origin).host);
  headers.delete("x-forwarded-host");
  const gone = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  const method = incoming.method ?? "GET";
  const init: RequestInit & { duplex?: "half" } = { method, headers, signal: gone.signal };
  if (method !== "GET" && method !== "HEAD") {
    init.body = Readable.toWeb(incoming) as ReadableStream;
    init.duplex = "half";
  }
  return new Request(new URL(incoming.url ?? "/", origin), init);
}

/**
 * The request that a shared page is made from. Many readers get the answer, so nothing of the one who happened
 * to ask first is in it but these headers: no address, no language.
 */
export function toSharedRequest(url: string, headers: Record<string, string>, origin: string): Request {
  return new Request(new URL(url, origin), { headers });
}

/** The header list of a Fetch Response, each Set-Cookie a header of its own. */
export function headerList(response: Response): [string, string][] {
  const list: [string, string][] = [];
  response.headers.forEach((value, name) => {
    if (name !== "set-cookie") list.push([name, value]);
  });
  for (const cookie of response.headers.getSetCookie()) list.push(["set-cookie", cookie]);
  return list;
}

/** Bytes of a refused body that are still taken in. */
const DISCARDED_MAX = 16 * 1024 * 1024;

/**
 * Answers a request over HTTP with what `handle` makes of it. What it left unread of the body is taken in first: whoever
 * still sends hears nothing, and in the way of the next request it would stand. Of more than 16 MiB the connection ends.
 */
export async function respondWith(
  handle: (request: Request) => Promise<Response>,
  { incoming, outgoing, origin }: { incoming: IncomingMessage; outgoing: ServerResponse; origin: string },
): Promise<void> {
  const request = toRequest(incoming, outgoing, origin);
  const response = await handle(request);
  if (!incoming.complete) await discardBody(request);
  if (!incoming.complete) outgoing.shouldKeepAlive = false;
  outgoing.writeHead(response.status, headerList(response).flat());
  await pipeBody(response, outgoing);
}

async function discardBody({ body, bodyUsed }: Request): Promise<void> {
  if (body === null || bodyUsed || body.locked) return;
  let bytes = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > DISCARDED_MAX) return;
  }
}

/** Streams a body out; a reader who goes away ends it. */
export async function pipeBody(response: Response, outgoing: ServerResponse): Promise<void> {
  if (!response.body) {
    outgoing.end();
    return;
  }
  await pipeline(Readable.fromWeb(response.body as import("node:stream/web").ReadableStream), outgoing);
}
