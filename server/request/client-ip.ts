import type { IncomingMessage } from "node:http";
import { forwardedAddress } from "#app/server/request/client-address.server";

/** IP address of the client: as reported by our proxies, else of the socket. */
export function clientIp(request: IncomingMessage, trustProxy: number): string {
  const forwarded = forwardedAddress(request.headers["x-forwarded-for"]?.toString(), trustProxy);
  return forwarded ?? request.socket.remoteAddress ?? "";
}
