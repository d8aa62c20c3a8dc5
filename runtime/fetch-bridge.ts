import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/**
 * Converts a Node request to a Fetch Request. Its origin is the configured one, never the Host header; it is aborted
 * when the client of `outgoing` disconnects.
 */
export function toRequest(incoming: IncomingMessage, outgoing: ServerResponse, origin: string): Request {
  const headers = new Headers();
  for (let i = 0; i < incoming.rawHeaders.length; i += 2) {
    headers.append(incoming.rawHeaders[i] as string, incoming.rawHeaders[i + 1] as string);
  }
  // Remix compares Origin with these; the request guard has already checked it (request-guard.ts).
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
 * The request that a shared page is rendered from. Many readers get the response, so it has only the given headers and
 * nothing else of the first requester: no IP address, no language.
 */
export function toSharedRequest(url: string, headers: Record<string, string>, origin: string): Request {
  return new Request(new URL(url, origin), { headers });
}

/** The headers of a Fetch Response as a list, each Set-Cookie as its own entry. */
export function headerList(response: Response): [string, string][] {
  const list: [string, string][] = [];
  response.headers.forEach((value, name) => {
    if (name !== "set-cookie") list.push([name, value]);
  });
  for (const cookie of response.headers.getSetCookie()) list.push(["set-cookie", cookie]);
  return list;
}

/** Bytes of an unread request body that are read and discarded. */
const DISCARDED_MAX = 16 * 1024 * 1024;

/**
 * Answers a request over HTTP with the response of `handle`. An unread rest of the request body is consumed first: a
 * client that is still sending does not read the response, and the rest would get in the way of the next request.
 * Beyond 16 MiB the connection is closed instead.
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

/** Reads and discards the rest of a request body that nobody has read, up to 16 MiB. */
export async function discardBody({ body, bodyUsed }: Request): Promise<void> {
  if (body === null || bodyUsed || body.locked) return;
  let bytes = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > DISCARDED_MAX) return;
  }
}

/** Streams a response body; stops when the client disconnects. */
export async function pipeBody(response: Response, outgoing: ServerResponse): Promise<void> {
  if (!response.body) {
    outgoing.end();
    return;
  }
  await pipeline(Readable.fromWeb(response.body as import("node:stream/web").ReadableStream), outgoing);
}
