import type { IncomingMessage, ServerResponse } from "node:http";
import { pathsWhere } from "#app/server/route-facts.server";
import { securityHeaders } from "#app/server/security-headers.server";
import { headerList, pipeBody, toRequest } from "#runtime/fetch-bridge";
import { clientIp } from "./client-ip";
import type { ServerConfig } from "./config";
import { requestIdOf } from "./request-id";

/**
 * Of the embedded upstream, browsers reach only what `app/routes.ts` says is passed on: signed objects and the notice of a
 * payment. Paths are plain by now (request-guard.ts), so none of these leads to another.
 */
export const isPublicUpstream = pathsWhere(({ passed }) => passed);

/** Passes a request on to the embedded upstream and its reply back. */
export function createPublicUpstream(upstream: { fetch(request: Request): Promise<Response> }, config: ServerConfig) {
  const common = securityHeaders(config.secure).map(([name, value]) => [name.toLowerCase(), value] as const);
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const request = toRequest(incoming, outgoing, config.publicOrigin);
    // The upstream believes these of the app alone.
    request.headers.set("x-client-ip", clientIp(incoming, config.trustProxy));
    request.headers.set("x-request-id", requestIdOf(incoming, config.trustProxy));
    const reply = await upstream.fetch(request);
    // The object store knows better who may embed a picture.
    const headers = new Map([...common, ...headerList(reply)]);
    outgoing.writeHead(reply.status, [...headers].flat());
    await pipeBody(reply, outgoing);
  };
}
