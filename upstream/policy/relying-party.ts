import { isIP } from "node:net";
import type { Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { UpstreamConfig } from "#upstream/config";

/** Relying party of WebAuthn: passkeys are valid for this domain, on pages of this origin. */
export type RelyingParty = { id: string; origin: string };

/**
 * Relying party of the site; null if browsers can't create passkeys for it: the host is an IP address, or there is no
 * TLS (except on localhost).
 */
export function relyingPartyOf({ publicOrigin }: Pick<UpstreamConfig, "publicOrigin">): RelyingParty | null {
  const { protocol, hostname } = new URL(publicOrigin);
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) return null;
  const local = hostname === "localhost" || hostname.endsWith(".localhost");
  return protocol === "https:" || local ? { id: hostname, origin: publicOrigin } : null;
}

/** @throws BusinessError FORBIDDEN if browsers can't create passkeys for this site */
export function requireParty({ config }: Pick<Services, "config">): RelyingParty {
  const party = relyingPartyOf(config);
  if (!party) throw new BusinessError("FORBIDDEN", "本站的地址不能使用通行密钥");
  return party;
}
