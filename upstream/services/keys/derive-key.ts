import { hkdfSync } from "node:crypto";

const KEY_BYTES = 32;

/** Derives a key for a single purpose from the configured secret (HKDF, RFC 5869). */
export function deriveKey(secretKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secretKey, "", purpose, KEY_BYTES));
}
