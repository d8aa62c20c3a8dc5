import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { createGate } from "#upstream/services/storage/gate";

/** Memory for hashing in KiB: OWASP's minimum for Argon2id with two passes; about 25 ms. */
export const PASSWORD_MEMORY = 19_456;
const PASSES = 2;
/** `Algorithm.Argon2id` of the package, an ambient const enum that isolated modules can't read. */
const ARGON2ID = 2;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const MIB = 1024 * 1024;
/** Concurrent hashes; two of the four threads of Node's pool are left for files and DNS. */
const AT_ONCE = 2;
const WAITING_MAX = 20;
/** Parameters of the former scrypt hashes: log2 of N, and block size. */
const OLD_COST = 17;
const OLD_BLOCK_SIZE = 8;

const gate = createGate(AT_ONCE, WAITING_MAX);

/** Loaded with the first password, since most processes see few. */
const argon2 = () => import("@node-rs/argon2");

/** Normalized password, because other systems may compose characters differently. */
const composed = (password: string): string => password.normalize("NFKC");

/** Hashes a password for storage, including its parameters. @throws BusyError if too many are waiting */
export async function hashPassword(password: string, memory: number): Promise<string> {
  const { hash } = await argon2();
  const options = { algorithm: ARGON2ID, memoryCost: memory, timeCost: PASSES, parallelism: 1 };
  return gate(() => hash(composed(password), options));
}

/** Whether a stored hash should be replaced at the next successful login. */
export const isOutdated = (stored: string, memory: number): boolean =>
  !stored.startsWith(`$argon2id$v=19$m=${memory},t=${PASSES},p=1$`);

/** Whether a stored hash uses scrypt, the former scheme. */
export const isOldScheme = (stored: string): boolean => stored.startsWith("scrypt$");

/** Verifies a password. @throws BusyError if too many are waiting */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  if (isOldScheme(stored)) return verifyOld(password, stored);
  const { verify } = await argon2();
  // `verify` throws for an invalid hash.
  return gate(() => verify(stored, composed(password)).catch(() => false));
}

async function verifyOld(password: string, stored: string): Promise<boolean> {
  const [, cost, salt, key] = stored.split("$");
  if (!cost || !salt || !key) return false;
  const options: ScryptOptions = { N: 2 ** Number(cost), r: OLD_BLOCK_SIZE, p: 1, maxmem: 256 * MIB };
  const given = await gate(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        scrypt(composed(password), Buffer.from(salt, "base64url"), KEY_BYTES, options, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
  );
  return timingSafeEqual(given, Buffer.from(key, "base64url"));
}

/** Hashes a random password, so that verifying against a missing account takes the same time. */
export function hashOfNobody(memory: number, scheme: "new" | "old"): string {
  const [salt, key] = [randomBytes(SALT_BYTES), randomBytes(KEY_BYTES)];
  if (scheme === "old") return `scrypt$${OLD_COST}$${salt.toString("base64url")}$${key.toString("base64url")}`;
  const text = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");
  return `$argon2id$v=19$m=${memory},t=${PASSES},p=1$${text(salt)}$${text(key)}`;
}
