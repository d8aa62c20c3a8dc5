import type { EmbeddedUpstream } from "#app/server/request-scope.server";
import type { HttpReply, HttpRequest } from "./http-request.server";
import { readEnvelope } from "./read-envelope.server";
import type { Transport } from "./transport.server";

/** Sends an HTTP-like request to the upstream in this process. @throws Error if there is none, or it fails */
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

/** Base URL of calls that never leave the process. */
export const EMBEDDED_URL = "http://upstream.invalid";

/** Creates a transport to the embedded upstream's `fetch`, for upstreams without direct calls. */
export function embeddedTransport(upstream: EmbeddedUpstream | undefined): Transport {
  return (call) => {
    call.sent = true;
    const { target, method, headers, body, signal } = call;
    const request = { method, url: EMBEDDED_URL + target, headers, body, signal };
    return readEnvelope(() => askEmbedded(request, upstream), call);
  };
}
