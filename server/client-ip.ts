import type { IncomingMessage } from "node:http";
import { forwardedAddress } from "#app/server/client-address.server";

/** The address a request came from: what our proxies say, else who is at the other end of the socket. */
export function clientIp(request: IncomingMessage, trustProxy: number): string {
  const forwarded = forwardedAddress(request.headers["x-forwarded-for"]?.toString(), trustProxy);
  return forwarded ?? request.socket.remoteAddress ?? "";
}
