import type { IncomingMessage, ServerResponse } from "node:http";
import { pathsWhere } from "#app/server/route-facts.server";
import { securityHeaders } from "#app/server/security-headers.server";
import { headerList, pipeBody, toRequest } from "#runtime/fetch-bridge";
import { clientIp } from "./client-ip";
import type { ServerConfig } from "./config";
import { requestIdOf } from "./request-id";

/**
 * Whether browsers may reach a path of the embedded upstream: only what `app/routes.ts` marks as passed on, which is
 * signed objects and payment notifications. The request guard has already rejected ambiguous paths, so none of these
 * leads to another.
 */
export const isPublicUpstream = pathsWhere(({ passed }) => passed);

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
