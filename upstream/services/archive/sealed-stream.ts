import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { BadArchive } from "./bad-archive";

const MAGIC = Buffer.from("SHEQU SEALED 1\n");
const SALT = 16;
const TAG = 16;
/** Bytes per encrypted chunk. */
const CHUNK = 64 * 1024;

/** Length of the prefix that identifies an encrypted stream. */
export const SEALED_HEAD = MAGIC.byteLength;
/** Whether a file begins like an encrypted one. */
export const isSealed = (head: Uint8Array): boolean => MAGIC.equals(Buffer.from(head).subarray(0, SEALED_HEAD));

/** Returns the length after encryption of so many bytes. */
export const sealedLength = (bytes: number, secret: string): number =>
  secret ? SEALED_HEAD + SALT + bytes + TAG * Math.max(1, Math.ceil(bytes / CHUNK)) : bytes;

const keyOf = (secret: string, salt: Uint8Array): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, salt, "shequ backup", 32));

/** Mark of a secret, which says nothing about it: whatever has another mark was sealed with another. Empty without one. */
export const markOf = (secret: string): string =>
  secret && Buffer.from(hkdfSync("sha256", secret, "", "shequ backup mark", 6)).toString("hex");

/**
 * Nonce from the chunk's number and whether it is the last, so that omitted, reordered or truncated chunks are
 * detected.
 */
function nonceOf(chunk: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(chunk), 3);
  nonce[11] = last ? 1 : 0;
  return nonce;
}

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Splits a stream into chunks, all full except the last, and marks the last. */
async function* chunked(body: Bytes, size: number): AsyncGenerator<{ chunk: Buffer; last: boolean }> {
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const part of body) {
    held.push(Buffer.from(part));
    bytes += part.byteLength;
    if (bytes <= size) continue;
    let whole = Buffer.concat(held);
    for (; whole.byteLength > size; whole = whole.subarray(size)) yield { chunk: whole.subarray(0, size), last: false };
    held = [Buffer.from(whole)];
    bytes = whole.byteLength;
  }
  yield { chunk: Buffer.concat(held), last: true };
}

/** Encrypts data chunk by chunk (AES-256-GCM, with a key derived from the secret and a random salt). */
export type Sealer = {
  /** First bytes of the stream. */
  head: Uint8Array;
  /** @returns encrypted bytes that can already be written */
  push(bytes: Uint8Array): Buffer;
  /** @returns the last bytes of the stream */
  end(): Buffer;
};

/** Creates an encrypter for a stream that arrives piece by piece. */
export function createSealer(secret: string): Sealer {
  const salt = randomBytes(SALT);
  const key = keyOf(secret, salt);
  let held = Buffer.alloc(0);
  let count = 0;
  const sealed = (chunk: Uint8Array, last: boolean) => {
    const cipher = createCipheriv("aes-256-gcm", key, nonceOf(count, last));
    count += 1;
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  };
  return {
    head: Buffer.concat([MAGIC, salt]),
    push(bytes) {
      held = Buffer.concat([held, bytes]);
      const parts: Buffer[] = [];
      // Whether a chunk is the last is known only when the stream ends.
      for (; held.byteLength > CHUNK; held = held.subarray(CHUNK)) parts.push(sealed(held.subarray(0, CHUNK), false));
      return Buffer.concat(parts);
    },
    end: () => sealed(held, true),
  };
}

/** Encrypts a stream; without a secret it passes through unchanged. */
export async function* seal(body: Bytes, secret: string): AsyncGenerator<Uint8Array> {
  if (!secret) {
    yield* body;
    return;
  }
  const sealer = createSealer(secret);
  yield sealer.head;
  for await (const bytes of body) yield sealer.push(bytes);
  yield sealer.end();
}

/**
 * Decrypts what `seal` has encrypted; passes unencrypted streams through unchanged.
 * @param secret empty if there is none
 * @throws BadArchive if it is encrypted and the secret is missing or wrong, or it was modified or truncated
 */
export async function* unseal(body: Bytes, secret: string): AsyncGenerator<Uint8Array> {
  const source = (async function* () {
    yield* body;
  })();
  let head = Buffer.alloc(0);
  while (head.byteLength < SEALED_HEAD + SALT) {
    const { value, done } = await source.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  if (!isSealed(head)) {
    if (head.byteLength > 0) yield head;
    yield* source;
    return;
  }
  if (!secret) throw new BadArchive("这个备份是加密的：请把 BACKUP_KEY 设成写它时的那一个");
  if (head.byteLength < SEALED_HEAD + SALT) throw new BadArchive("归档不完整：读到一半就没有了");
  const key = keyOf(secret, head.subarray(SEALED_HEAD, SEALED_HEAD + SALT));
  const rest = (async function* () {
    yield head.subarray(SEALED_HEAD + SALT);
    yield* source;
  })();
  let count = 0;
  for await (const { chunk, last } of chunked(rest, CHUNK + TAG)) {
    yield opened(chunk, key, nonceOf(count, last), count);
    count += 1;
  }
}

function opened(chunk: Buffer, key: Buffer, nonce: Buffer, count: number): Buffer {
  const end = chunk.byteLength - TAG;
  if (end < 0) throw new BadArchive("归档不完整：读到一半就没有了");
  const decipher = createDecipheriv("aes-256-gcm", key, nonce);
  decipher.setAuthTag(chunk.subarray(end));
  const plain = decipher.update(chunk.subarray(0, end));
  try {
    return Buffer.concat([plain, decipher.final()]);
  } catch (error) {
    const reason = count === 0 ? "BACKUP_KEY 不是写它时的那一个，或归档损坏" : "归档损坏或不完整";
    throw new BadArchive(`解不开这个备份：${reason}`, { cause: error });
  }
}
