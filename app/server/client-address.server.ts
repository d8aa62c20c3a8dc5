import { isIP } from "node:net";
import { env } from "./env.server";
import type { ServerArgs } from "./server-args.server";

/**
 * The address that `trustProxy` proxies of ours appended to X-Forwarded-For; null where they did not, or where none of
 * them is ours and the header is nobody's word.
 */
export function forwardedAddress(header: string | null | undefined, trustProxy: number): string | null {
  if (trustProxy === 0) return null;
  const chain = (header ?? "").split(",");
  const claimed = chain[chain.length - trustProxy]?.trim() ?? "";
  return isIP(claimed) ? claimed : null;
}

/**
 * The reader's address: our own server says it; any other server that runs the build passes on what its proxies say.
 * Null where nobody tells: then every reader has the same, and limits by address would be limits of the whole site.
 */
export function clientAddressOf({ request, context }: ServerArgs): string | null {
  return context.clientIp ?? forwardedAddress(request.headers.get("x-forwarded-for"), env().trustProxy);
}
