import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { SECOND } from "#runtime/time-units";
import type { Services, StaffCall } from "#upstream/call/context";
import { invalid } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { hashToken } from "#upstream/db/token-hash";
import { consumeLimits } from "#upstream/policy/limits";
import { unseal } from "./sealed-secret";

/** Seconds per code (RFC 6238). */
const STEP = 30;
const RECOVERY_CODES = 10;
/** Letters and digits that don't look similar. */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
const WRONG = "验证码不正确，请用最新的一个";

/** Refusal of a wrong code. */
export const wrongCode = () => invalid({ code: WRONG });

/** Refusal of a code for a secret that was shown too long ago. */
export const expiredSecret = () => invalid({ code: "二维码过期了，请扫新的一个，再填它的验证码" });

/** Counts an attempt at a second factor. @throws BusinessError RATE_LIMITED */
export const countGuess = (call: StaffCall): Promise<void> =>
  consumeLimits(call.db, call, [{ limit: "factorGuess", subject: call.viewer.userId }]);

/**
 * Consumes a code of the app, or a recovery code; the caller holds the account. @returns which of the two
 * @throws BusinessError INVALID_PARAMS by `code`
 */
export async function takeCode(trx: Db, call: StaffCall, code: string): Promise<"app" | "recovery"> {
  const kind = /^\d{6}$/.test(code) ? "app" : "recovery";
  const right = kind === "app" ? await takeAppCode(trx, call, code) : await takeRecoveryCode(trx, call, code);
  if (!right) throw wrongCode();
  return kind;
}

/**
 * Time step (30 s) of a code of the app with this encrypted secret: its own half minute or an adjacent one. Null for a
 * wrong code; every code is wrong if the secret was encrypted under another `SECRET_KEY`.
 */
export function stepOfCode(
  services: Pick<Services, "config" | "clock">,
  { sealed, code }: { sealed: string; code: string },
): number | null {
  const secret = unseal(services, sealed);
  if (secret === null) return null;
  const now = services.clock().getTime();
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: STEP });
  const delta = totp.validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / (STEP * SECOND)) + delta;
}

/** Consumes a code of the caller's app in use: each is valid only once. @returns whether it was right */
async function takeAppCode(trx: Db, call: StaffCall, code: string): Promise<boolean> {
  const row = await trx
    .selectFrom("second_factors")
    .select("secret")
    .where("user_id", "=", call.viewer.userId)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  if (!row) return false;
  const step = stepOfCode(call, { sealed: row.secret, code });
  if (step === null) return false;
  const { numUpdatedRows } = await trx
    .updateTable("second_factors")
    .set({ last_step: step })
    .where("user_id", "=", call.viewer.userId)
    .where("secret", "=", row.secret)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Consumes a recovery code, which stands in for an app in use. @returns whether it was right */
async function takeRecoveryCode(trx: Db, call: StaffCall, code: string): Promise<boolean> {
  const inUse = trx.selectFrom("second_factors").select("user_id").where("confirmed_at", "is not", null);
  const { numDeletedRows } = await trx
    .deleteFrom("recovery_codes")
    .where("user_id", "=", call.viewer.userId)
    .where("user_id", "in", inUse)
    .where("code_hash", "=", hashToken(code.toLowerCase().replace("-", "")))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Replaces a person's recovery codes by ten new ones, and returns them as they are shown, once. */
export async function makeRecoveryCodes(trx: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode);
  await trx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await trx
    .insertInto("recovery_codes")
    .values(codes.map((one) => ({ user_id: userId, code_hash: hashToken(one) })))
    .execute();
  return codes.map((one) => `${one.slice(0, 5)}-${one.slice(5)}`);
}

/** Number of a person's unused recovery codes. */
export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { left } = await db
    .selectFrom("recovery_codes")
    .select((eb) => eb.fn.countAll().as("left"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(left);
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
