import { createHash, timingSafeEqual } from "node:crypto";
import { ConfigError } from "#runtime/config-error";
import type { UpstreamConfig } from "#upstream/config";

/** Header with which the app authenticates to a separate upstream; its value is UPSTREAM_SHARED_SECRET of both. */
export const SECRET_HEADER = "x-upstream-secret";

type Setting = Pick<UpstreamConfig, "mode" | "sharedSecret" | "listen">;

const LOOPBACK = new Set(["127.0.0.1", "::1", "localhost"]);
const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();

/**
 * Creates the check whether a call comes from the app, for a separate upstream, which trusts what the app says about
 * readers, such as their IP address. Without a secret, in the demo, all callers are trusted, since the port is
 * reachable from this machine only.
 * @throws ConfigError if there is no secret in production, or other machines can reach the port
 */
export function createSecretCheck({ mode, sharedSecret, listen }: Setting): (given: unknown) => boolean {
  if (!sharedSecret && (mode === "production" || !LOOPBACK.has(listen.host))) {
    throw new ConfigError("UPSTREAM_SHARED_SECRET: 单独运行的上游要设置它，网站那边设置同样的值");
  }
  const expected = hashOf(sharedSecret);
  return (given) => sharedSecret === "" || timingSafeEqual(hashOf(String(given ?? "")), expected);
}
