import { isIP } from "node:net";
import type { Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { UpstreamConfig } from "#upstream/config";

/** Site as authenticators know it: passkeys are good for this domain, on pages of this origin. */
export type RelyingParty = { id: string; origin: string };

/**
 * Name and origin that authenticators know the site by; null where browsers make no passkeys: for addresses that are no names, and without TLS
 * anywhere but on this machine.
 */
export function relyingPartyOf({ publicOrigin }: Pick<UpstreamConfig, "publicOrigin">): RelyingParty | null {
  const { protocol, hostname } = new URL(publicOrigin);
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) return null;
  const local = hostname === "localhost" || hostname.endsWith(".localhost");
  return protocol === "https:" || local ? { id: hostname, origin: publicOrigin } : null;
}

/** @throws BusinessError FORBIDDEN where browsers make no passkeys for this site's address */
export function requireParty({ config }: Pick<Services, "config">): RelyingParty {
  const party = relyingPartyOf(config);
  if (!party) throw new BusinessError("FORBIDDEN", "本站的地址不能使用通行密钥");
  return party;
}
