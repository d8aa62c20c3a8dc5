import { isIP } from "node:net";
import { env } from "#app/server/env.server";
import type { ServerArgs } from "#app/server/server-args.server";

/**
 * The client address in X-Forwarded-For as seen by our `trustProxy` proxies; null if they did not add one, or if there
 * are no proxies and the header can't be trusted.
 */
export function forwardedAddress(header: string | null | undefined, trustProxy: number): string | null {
  if (trustProxy === 0) return null;
  const chain = (header ?? "").split(",");
  const claimed = chain[chain.length - trustProxy]?.trim() ?? "";
  return isIP(claimed) ? claimed : null;
}

/**
 * The reader's IP address: set by our own server; under any other server, taken from its proxies' header. Null if
 * unknown: all readers then share one address, and limits per address become limits of the whole site.
 */
export function clientAddressOf({ request, context }: ServerArgs): string | null {
  return context.clientIp ?? forwardedAddress(request.headers.get("x-forwarded-for"), env().trustProxy);
}
