import { createHash, timingSafeEqual } from "node:crypto";
import type { UpstreamConfig } from "#upstream/config";
import { ConfigError } from "#upstream/config-error";

/** Header by which an app apart from its upstream proves itself; the value is UPSTREAM_SHARED_SECRET of both. */
export const SECRET_HEADER = "x-upstream-secret";

type Setting = Pick<UpstreamConfig, "mode" | "sharedSecret" | "listen">;

const LOOPBACK = new Set(["127.0.0.1", "::1", "localhost"]);
const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();

/**
 * Whether a call comes from the app, for an upstream that is a program of its own: what the app tells of readers, their
 * address first of all, is believed, so nobody else may say it. Without a secret, in the demo, everybody is believed who
 * can reach the port, which listens on this machine alone.
 * @throws ConfigError when there is none in production, or where other machines reach the port
 */
export function createSecretCheck({ mode, sharedSecret, listen }: Setting): (given: unknown) => boolean {
  if (!sharedSecret && (mode === "production" || !LOOPBACK.has(listen.host))) {
    throw new ConfigError("UPSTREAM_SHARED_SECRET: an upstream apart needs it, and the app the same");
  }
  const expected = hashOf(sharedSecret);
  return (given) => sharedSecret === "" || timingSafeEqual(hashOf(String(given ?? "")), expected);
}
