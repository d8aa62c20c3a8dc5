import { createCipheriv, createDecipheriv } from "node:crypto";

/** AEAD_AES_256_GCM as WeChat Pay API v3 uses it: the tag is the last 16 bytes of what is in `ciphertext` (base64). */
export type Resource = { ciphertext: string; nonce: string; associated_data: string };

const ALGORITHM = "aes-256-gcm";
const TAG_BYTES = 16;
const NONCE_BYTES = 12;

/**
 * Decrypts the resource of a notification. `key` is the APIv3 key, 32 characters. @throws Error when it was made with
 * another key, or changed
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

/** The other way round, for the fake. */
export function sealResource(key: string, text: string, nonce: string, associated_data: string): Resource {
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(associated_data));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return { ciphertext: sealed.toString("base64"), nonce, associated_data };
}
