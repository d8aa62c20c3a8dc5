import type { IncomingMessage, ServerResponse } from "node:http";
import { securityHeaders } from "#app/server/headers/security-headers.server";
import { headerList, pipeBody, toRequest } from "#runtime/fetch-bridge";
import type { ServerConfig } from "./config";
import { clientIp } from "./request/client-ip";
import { requestIdOf } from "./request/request-id";

/** Passes a request on to the embedded upstream, and its reply back. */
export function createPublicUpstream(upstream: { fetch(request: Request): Promise<Response> }, config: ServerConfig) {
  const common = securityHeaders(config.secure).map(([name, value]) => [name.toLowerCase(), value] as const);
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const request = toRequest(incoming, outgoing, config.publicOrigin);
    // The upstream trusts this header from the app only.
    request.headers.set("x-client-ip", clientIp(incoming, config.trustProxy));
    request.headers.set("x-request-id", requestIdOf(incoming, config.trustProxy));
    const reply = await upstream.fetch(request);
    // The object store's own headers win: it decides who may embed a picture.
    const headers = new Map([...common, ...headerList(reply)]);
    outgoing.writeHead(reply.status, [...headers].flat());
    await pipeBody(reply, outgoing);
  };
}
