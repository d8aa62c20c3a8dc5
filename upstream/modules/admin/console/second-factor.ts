import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { HOUR, MINUTE, SECOND } from "#runtime/time-units";
import { nowIso, type Services, type StaffCall } from "#upstream/call/context";
import { BusinessError, invalid } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { hashToken } from "#upstream/db/token-hash";
import { transact } from "#upstream/db/transact";
import { readSetting } from "#upstream/modules/config/settings";
import { consumeLimits } from "#upstream/policy/limits";
import { deriveKey } from "#upstream/services/keys/derive-key";

/** Seconds per code (RFC 6238). */
const STEP = 30;
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
/** Letters and digits that don't look similar. */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
/** Time for which a session may use the console. */
const STAFF_LIFETIME = 12 * HOUR;
const SUDO_LIFETIME = 15 * MINUTE;
const WRONG = "验证码不正确，请用最新的一个";

/** State of a member's authenticator app: none, not confirmed yet, or in use. */
export function stateOfFactor(row: { confirmed_at: string | null } | undefined): "none" | "unconfirmed" | "confirmed" {
  if (!row) return "none";
  return row.confirmed_at === null ? "unconfirmed" : "confirmed";
}

async function factorOf(db: Db, userId: number): Promise<ReturnType<typeof stateOfFactor>> {
  const row = await db
    .selectFrom("second_factors")
    .select("confirmed_at")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return stateOfFactor(row);
}

/**
 * Returns the secret for an authenticator app, which takes effect once a first code was correct; until then it stays
 * the same.
 * @throws BusinessError CONFLICT if one is in use: it can be removed only with a recovery code or the owner's help
 */
export async function beginFactor(call: StaffCall): Promise<{ secret: string; uri: string }> {
  const { userId } = call.viewer;
  if ((await factorOf(call.db, userId)) === "confirmed") {
    throw new BusinessError("CONFLICT", "已经设置过第二步验证");
  }
  const fresh = seal(call, new Secret({ size: SECRET_BYTES }).base32);
  await call.db
    .insertInto("second_factors")
    .values({ user_id: userId, secret: fresh, confirmed_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const kept = await call.db
    .selectFrom("second_factors")
    .select("secret")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  const secret = Secret.fromBase32(unseal(call, kept.secret));
  const { name } = await readSetting(call, "logo");
  const { nickname } = await call.db
    .selectFrom("users")
    .select("nickname")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return { secret: secret.base32, uri: new TOTP({ issuer: name, label: nickname, secret }).toString() };
}

/**
 * Activates the authenticator app with its first code, creates ten recovery codes, and opens the console.
 * @throws BusinessError INVALID_PARAMS by `code`, CONFLICT if one is in use, RATE_LIMITED
 */
export async function confirmFactor(call: StaffCall, code: string): Promise<string[]> {
  const { userId } = call.viewer;
  await countGuess(call);
  if ((await factorOf(call.db, userId)) !== "unconfirmed") throw new BusinessError("CONFLICT");
  const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode);
  await transact(call.db, async (trx) => {
    if (!(await takeAppCode(trx, call, code))) throw invalid({ code: WRONG });
    await trx
      .updateTable("second_factors")
      .set({ confirmed_at: nowIso(call) })
      .where("user_id", "=", userId)
      .execute();
    await trx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
    await trx
      .insertInto("recovery_codes")
      .values(codes.map((one) => ({ user_id: userId, code_hash: hashToken(one) })))
      .execute();
    await openConsole(trx, call);
  });
  return codes.map((one) => `${one.slice(0, 5)}-${one.slice(5)}`);
}

/**
 * Opens the console to this session for twelve hours.
 * @throws BusinessError INVALID_PARAMS by `code`, RATE_LIMITED
 */
export async function verifyFactor(call: StaffCall, code: string): Promise<void> {
  await countGuess(call);
  await transact(call.db, async (trx) => {
    await takeCode(trx, call, code);
    await openConsole(trx, call);
  });
}

/**
 * Allows this session dangerous actions for fifteen minutes; the caller must have verified the identity.
 * @returns end of that time (ISO 8601)
 */
export async function allowSudo(trx: Db, call: StaffCall): Promise<string> {
  const until = new Date(call.clock().getTime() + SUDO_LIFETIME).toISOString();
  await trx
    .updateTable("sessions")
    .set({ sudo_until: until })
    .where("token_hash", "=", call.viewer.tokenHash)
    .execute();
  return until;
}

/** Consumes a code of the app, or a recovery code. @throws BusinessError INVALID_PARAMS by `code` */
export async function takeCode(trx: Db, call: StaffCall, code: string): Promise<void> {
  const right = /^\d{6}$/.test(code) ? await takeAppCode(trx, call, code) : await takeRecoveryCode(trx, call, code);
  if (!right) throw invalid({ code: WRONG });
}

/** Counts an attempt at a second factor. @throws BusinessError RATE_LIMITED */
export const countGuess = (call: StaffCall): Promise<void> =>
  consumeLimits(call.db, call, [{ limit: "factorGuess", subject: call.viewer.userId }]);

async function openConsole(trx: Db, call: StaffCall): Promise<void> {
  await trx
    .updateTable("sessions")
    .set({ staff_until: new Date(call.clock().getTime() + STAFF_LIFETIME).toISOString() })
    .where("token_hash", "=", call.viewer.tokenHash)
    .execute();
}

/** A code of the app is valid in its own half minute and the adjacent ones, and only once. */
async function takeAppCode(trx: Db, call: StaffCall, code: string): Promise<boolean> {
  const row = await trx
    .selectFrom("second_factors")
    .select(["secret", "last_step"])
    .where("user_id", "=", call.viewer.userId)
    .executeTakeFirst();
  if (!row) return false;
  const now = call.clock().getTime();
  const totp = new TOTP({ secret: Secret.fromBase32(unseal(call, row.secret)), period: STEP });
  const delta = totp.validate({ token: code, timestamp: now, window: 1 });
  if (delta === null) return false;
  const step = Math.floor(now / (STEP * SECOND)) + delta;
  const { numUpdatedRows } = await trx
    .updateTable("second_factors")
    .set({ last_step: step })
    .where("user_id", "=", call.viewer.userId)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function takeRecoveryCode(trx: Db, call: StaffCall, code: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("recovery_codes")
    .where("user_id", "=", call.viewer.userId)
    .where("code_hash", "=", hashToken(code.toLowerCase().replace("-", "")))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Fifty bits, ten characters. */
function recoveryCode(): string {
  const letters: string[] = [];
  while (letters.length < 10) {
    // Rejects bytes past the last whole multiple of the alphabet's length, which would bias the result.
    for (const byte of randomBytes(16)) if (byte < 248) letters.push(ALPHABET[byte % ALPHABET.length] ?? "");
  }
  return letters.slice(0, 10).join("");
}

const keyOf = ({ config }: Pick<Services, "config">): Buffer => deriveKey(config.secretKey, "second-factor");

/** Encrypts with AES-256-GCM: nonce, tag and ciphertext, as base64url. */
function seal(services: Pick<Services, "config">, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyOf(services), nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

function unseal(services: Pick<Services, "config">, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", keyOf(services), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}
