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
 * The hash of a password that somebody chose.
 * @throws BusinessError INVALID_PARAMS by its `field` when it is a common one; RATE_LIMITED when too many wait
 */
export async function newPasswordHash(
  { config }: Pick<Services, "config">,
  { password, phone, name = "", field }: { password: string; phone: string | null; name?: string; field: string },
): Promise<string> {
  if (isCommonPassword(password, { phone: localPhone(phone), name }))
    throw invalid({ [field]: "这个密码太常见了，请换一个" });
  return hashPassword(password, config.passwordMemory).catch(busy);
}

/** Whether this is the password that a hash was made of. @throws BusinessError RATE_LIMITED */
export const isPassword = (password: string, hash: string): Promise<boolean> =>
  verifyPassword(password, hash).catch(busy);

/**
 * Does for a number without a password what a wrong password takes, so that the time does not tell who has an account.
 * While some passwords are still hashed as all were once, which takes longer, it takes as long for the same share of
 * numbers, and always for the same ones.
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

/** Share of the passwords that are still hashed in the old way, looked at once an hour. */
export function shareOfOld({ db, clock }: Pick<Services, "db" | "clock">): Promise<number> {
  const now = clock().getTime();
  const known = shares.get(db);
  if (known && now < known.until) return known.share;
  const share = countOld(db);
  shares.set(db, { share, until: now + HOUR });
  // Asked again where it failed.
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
 * Hashes a password anew that was just proven, if it is hashed in an older way. That it can't be done now keeps nobody out.
 * @returns the new hash; null where the old one stays
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
