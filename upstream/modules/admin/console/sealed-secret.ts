import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Services } from "#upstream/call/context";
import { deriveKey } from "#upstream/services/keys/derive-key";

const NONCE_BYTES = 12;
const TAG_END = NONCE_BYTES + 16;

const keyOf = ({ config }: Pick<Services, "config">): Buffer => deriveKey(config.secretKey, "second-factor");

/** Encrypts with AES-256-GCM: nonce, tag and ciphertext, as base64url. */
export function seal(services: Pick<Services, "config">, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyOf(services), nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** Decrypts; null if it was encrypted under another `SECRET_KEY`. */
export function unseal(services: Pick<Services, "config">, sealed: string): string | null {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", keyOf(services), bytes.subarray(0, NONCE_BYTES));
  try {
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, TAG_END));
    return Buffer.concat([decipher.update(bytes.subarray(TAG_END)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
