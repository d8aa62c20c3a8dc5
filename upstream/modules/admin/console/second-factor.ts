import { Secret, TOTP } from "otpauth";
import { HOUR, MINUTE } from "#runtime/time-units";
import { nowIso, type StaffCall } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { readSetting } from "#upstream/modules/config/settings";
import { countGuess, countRecoveryCodes, makeRecoveryCodes, takeAppCode, takeCode, wrongCode } from "./factor-codes";
import { seal, unseal } from "./sealed-secret";

const SECRET_BYTES = 20;
/** Time for which a session may use the console. */
const STAFF_LIFETIME = 12 * HOUR;
/** Time for which a session may do dangerous actions. */
export const SUDO_LIFETIME = 15 * MINUTE;

/** Secret of an authenticator app: in base32, and as the `otpauth:` URI of a QR code. */
export type ShownSecret = { secret: string; uri: string };

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

/** Creates a secret, encrypted. */
export const newSecret = (call: StaffCall): string => seal(call, new Secret({ size: SECRET_BYTES }).base32);

/** Secret as an authenticator app reads it, named after the site and the caller. */
export async function showSecret(call: StaffCall, base32: string): Promise<ShownSecret> {
  const secret = Secret.fromBase32(base32);
  const { name } = await readSetting(call, "logo");
  const { nickname } = await call.db
    .selectFrom("users")
    .select("nickname")
    .where("id", "=", call.viewer.userId)
    .executeTakeFirstOrThrow();
  return { secret: secret.base32, uri: new TOTP({ issuer: name, label: nickname, secret }).toString() };
}

/**
 * Returns the secret for a first authenticator app, which takes effect once a first code was correct; until then it
 * stays the same, unless it can no longer be decrypted.
 * @throws BusinessError CONFLICT if one is in use: `replaceFactor` replaces it, `dropFactor` removes it
 */
export async function beginFactor(call: StaffCall): Promise<ShownSecret> {
  const { userId } = call.viewer;
  if ((await factorOf(call.db, userId)) === "confirmed") {
    throw new BusinessError("CONFLICT", "已经设置过第二步验证");
  }
  await call.db
    .insertInto("second_factors")
    .values({ user_id: userId, secret: newSecret(call), confirmed_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { secret: kept } = await call.db
    .selectFrom("second_factors")
    .select("secret")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  const secret = unseal(call, kept);
  if (secret !== null) return showSecret(call, secret);
  await call.db
    .deleteFrom("second_factors")
    .where("user_id", "=", userId)
    .where("confirmed_at", "is", null)
    .where("secret", "=", kept)
    .execute();
  return beginFactor(call);
}

/**
 * Activates the first authenticator app with its first code, creates ten recovery codes, and opens the console.
 * @throws BusinessError INVALID_PARAMS by `code`, CONFLICT if one is in use, RATE_LIMITED
 */
export async function confirmFactor(call: StaffCall, code: string): Promise<string[]> {
  const { userId } = call.viewer;
  await countGuess(call);
  if ((await factorOf(call.db, userId)) !== "unconfirmed") throw new BusinessError("CONFLICT");
  return transact(call.db, async (trx) => {
    if (!(await takeAppCode(trx, call, code))) throw wrongCode();
    await trx
      .updateTable("second_factors")
      .set({ confirmed_at: nowIso(call) })
      .where("user_id", "=", userId)
      .execute();
    const codes = await makeRecoveryCodes(trx, userId);
    await openConsole(trx, call);
    return codes;
  });
}

/**
 * Opens the console to this session for twelve hours; after a recovery code also to dangerous actions for fifteen
 * minutes, so that whoever used the last one can replace the lost app.
 * @returns number of recovery codes that are left if one was used, otherwise null
 * @throws BusinessError INVALID_PARAMS by `code`, RATE_LIMITED
 */
export async function verifyFactor(call: StaffCall, code: string): Promise<number | null> {
  await countGuess(call);
  return transact(call.db, async (trx) => {
    const kind = await takeCode(trx, call, code);
    await openConsole(trx, call);
    if (kind === "app") return null;
    await allowSudo(trx, call);
    return countRecoveryCodes(trx, call.viewer.userId);
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

async function openConsole(trx: Db, call: StaffCall): Promise<void> {
  await trx
    .updateTable("sessions")
    .set({ staff_until: new Date(call.clock().getTime() + STAFF_LIFETIME).toISOString() })
    .where("token_hash", "=", call.viewer.tokenHash)
    .execute();
}
