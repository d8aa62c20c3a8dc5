import { hkdfSync } from "node:crypto";

const KEY_BYTES = 32;

/** A key for one purpose alone, from the one secret of the configuration (HKDF, RFC 5869). */
export function deriveKey(secretKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secretKey, "", purpose, KEY_BYTES));
}
