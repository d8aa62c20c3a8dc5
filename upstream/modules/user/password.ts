import { createHmac } from "node:crypto";
import { HOUR } from "#runtime/time-units";
import type { Services } from "#upstream/call/context";
import { BusinessError, invalid } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { isCommonPassword } from "#upstream/services/password/common-passwords";
import { hashOfNobody, hashPassword, isOutdated, verifyPassword } from "#upstream/services/password/hash-password";
import { BusyError } from "#upstream/services/storage/gate";
import { localPhone } from "./view";

type Hashing = Pick<Services, "db" | "config" | "clock">;

/**
 * Hashes a new password.
 * @throws BusinessError INVALID_PARAMS for its `field` if it is too common; RATE_LIMITED if too many wait
 */
export async function newPasswordHash(
  { config }: Pick<Services, "config">,
  { password, phone, name = "", field }: { password: string; phone: string | null; name?: string; field: string },
): Promise<string> {
  if (isCommonPassword(password, { phone: localPhone(phone), name }))
    throw invalid({ [field]: "这个密码太常见了，请换一个" });
  return hashPassword(password, config.passwordMemory).catch(busy);
}

/** Whether a password matches a hash. @throws BusinessError RATE_LIMITED */
export const isPassword = (password: string, hash: string): Promise<boolean> =>
  verifyPassword(password, hash).catch(busy);

/**
 * Takes as long for a number without a password as verifying a wrong password, so that timing does not reveal who has
 * an account. While some hashes still use the older, slower algorithm, the same share of numbers takes that long, and
 * always the same ones.
 * @throws BusinessError RATE_LIMITED
 */
export async function compareWithNobody(
  services: Hashing,
  share: number,
  phone: string,
  password: string,
): Promise<void> {
  const { secretKey, passwordMemory } = services.config;
  const drawn = createHmac("sha256", secretKey).update(`old password ${phone}`).digest().readUInt32BE() / 2 ** 32;
  const scheme = drawn < share ? "old" : "new";
  await verifyPassword(password, hashOfNobody(passwordMemory, scheme)).catch(busy);
}

const shares = new WeakMap<Db, { share: Promise<number>; until: number }>();

/** Share of password hashes with the older algorithm, read once an hour. */
export function shareOfOld({ db, clock }: Pick<Services, "db" | "clock">): Promise<number> {
  const now = clock().getTime();
  const known = shares.get(db);
  if (known && now < known.until) return known.share;
  const share = countOld(db);
  shares.set(db, { share, until: now + HOUR });
  // Read again after a failure.
  share.catch(() => shares.delete(db));
  return share;
}

async function countOld(db: Db): Promise<number> {
  const { all, old } = await db
    .selectFrom("users")
    .where("password_hash", "is not", null)
    .select(({ fn }) => [
      fn.countAll<number>().as("all"),
      fn.countAll<number>().filterWhere("password_hash", "like", "scrypt$%").as("old"),
    ])
    .executeTakeFirstOrThrow();
  return Number(all) > 0 ? Number(old) / Number(all) : 0;
}

/**
 * Rehashes a just verified password if its hash uses an older algorithm. A failure does not prevent the login.
 * @returns the new hash; null if the old one is kept
 */
export async function renewedHash(
  { config }: Pick<Services, "config">,
  password: string,
  hash: string,
): Promise<string | null> {
  if (!isOutdated(hash, config.passwordMemory)) return null;
  try {
    return await hashPassword(password, config.passwordMemory);
  } catch (error) {
    if (error instanceof BusyError) return null;
    throw error;
  }
}

function busy(error: unknown): never {
  throw error instanceof BusyError ? new BusinessError("RATE_LIMITED", undefined, { retryAfter: 1 }) : error;
}
