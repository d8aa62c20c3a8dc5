import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { createGate } from "#upstream/services/storage/gate";

/** log2 of scrypt's N. ASVS 5 wants 17 with r = 8 and p = 1: a third of a second and 128 MiB each. */
export const PASSWORD_COST = 17;
const BLOCK_SIZE = 8;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const MIB = 1024 * 1024;
/** Of the four threads of Node's pool, two are left for files and name look-ups. */
const AT_ONCE = 2;
const WAITING_MAX = 20;

const gate = createGate(AT_ONCE, WAITING_MAX);

/** The hash to store, with the parameters that it was made with. @throws BusyError when too many wait */
export async function hashPassword(password: string, cost: number): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, cost);
  return `scrypt$${cost}$${salt.toString("base64url")}$${key.toString("base64url")}`;
}

/**
 * Whether this is the password. With no stored hash the same work is done (at `nobodyCost`) and the answer is no, so that the time
 * taken does not tell who has an account.
 * @throws BusyError when too many wait
 */
export async function verifyPassword(password: string, stored: string | null, nobodyCost: number): Promise<boolean> {
  const [scheme, cost, salt, key] = (stored ?? nobody(nobodyCost)).split("$");
  if (scheme !== "scrypt" || !cost || !salt || !key) return false;
  const expected = Buffer.from(key, "base64url");
  const given = await derive(password, Buffer.from(salt, "base64url"), Number(cost));
  return timingSafeEqual(given, expected) && stored !== null;
}

const nobody = (cost: number): string =>
  `scrypt$${cost}$${Buffer.alloc(SALT_BYTES).toString("base64url")}$${Buffer.alloc(KEY_BYTES).toString("base64url")}`;

function derive(password: string, salt: Buffer, cost: number): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** cost, r: BLOCK_SIZE, p: 1, maxmem: 256 * MIB };
  return gate(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        // The same characters typed on another system may be composed differently.
        scrypt(password.normalize("NFKC"), salt, KEY_BYTES, options, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
  );
}
