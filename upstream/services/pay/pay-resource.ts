import { createCipheriv, createDecipheriv } from "node:crypto";

/**
 * Encrypted resource of a notification (AEAD_AES_256_GCM, WeChat Pay API v3): the last 16 bytes of `ciphertext`
 * (base64) are the tag.
 */
export type Resource = { ciphertext: string; nonce: string; associated_data: string };

const ALGORITHM = "aes-256-gcm";
const TAG_BYTES = 16;
const NONCE_BYTES = 12;

/**
 * Decrypts the resource of a notification. `key` is the APIv3 key, 32 characters.
 * @throws Error if it was encrypted with another key, or modified
 */
export function openResource(key: string, { ciphertext, nonce, associated_data }: Resource): string {
  const sealed = Buffer.from(ciphertext, "base64");
  if (sealed.length < TAG_BYTES || Buffer.byteLength(nonce) !== NONCE_BYTES) throw new Error("not a sealed resource");
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(associated_data));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const opened = Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
  return opened.toString("utf8");
}

/** Encrypts a resource like WeChat Pay; for the fake. */
export function sealResource(key: string, text: string, nonce: string, associated_data: string): Resource {
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(associated_data));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return { ciphertext: sealed.toString("base64"), nonce, associated_data };
}
