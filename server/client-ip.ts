import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/**
 * The address a request came from. Of X-Forwarded-For only what `trustProxy` proxies of ours appended is
 * believed; without proxies the header is nobody's word.
 */
export function clientIp(request: IncomingMessage, trustProxy: number): string {
  const socket = request.socket.remoteAddress ?? "";
  if (trustProxy === 0) return socket;
  const chain = String(request.headers["x-forwarded-for"] ?? "").split(",");
  const claimed = chain[chain.length - trustProxy]?.trim() ?? "";
  return isIP(claimed) ? claimed : socket;
}
