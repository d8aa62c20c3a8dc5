import { readEnvelope } from "./read-envelope.server";
import type { EmbeddedUpstream } from "./request-scope.server";
import type { Transport } from "./transport.server";
import type { HttpReply, HttpRequest } from "./upstream-http.server";

/** Asks an upstream in this process as if over HTTP. @throws Error when there is none, or it fails */
export async function askEmbedded(request: HttpRequest, upstream: EmbeddedUpstream | undefined): Promise<HttpReply> {
  if (!upstream) throw new Error("no upstream: UPSTREAM_API_URL is empty and none is embedded");
  const reply = await upstream.fetch(new Request(request.url, request));
  return {
    status: reply.status,
    header: (name) => reply.headers.get(name),
    chunks: (reply.body ?? []) as unknown as AsyncIterable<Uint8Array>,
    cancel: () => void reply.body?.cancel(),
  };
}

/** Address of calls that leave no process. */
export const EMBEDDED_URL = "http://upstream.invalid";

/** Transport within the process by `fetch`, for an upstream that offers nothing shorter. */
export function embeddedTransport(upstream: EmbeddedUpstream | undefined): Transport {
  return ({ name, target, ...sent }) => {
    const request = { method: sent.method, url: EMBEDDED_URL + target, headers: sent.headers, body: sent.body };
    return readEnvelope(() => askEmbedded({ ...request, signal: sent.signal }, upstream), name);
  };
}
