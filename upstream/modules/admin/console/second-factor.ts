import { Secret, TOTP } from "otpauth";
import { HOUR, MINUTE } from "#runtime/time-units";
import { isoIn, nowIso, type StaffCall } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { readSetting } from "#upstream/modules/config/settings";
import { notifyBySystem } from "#upstream/modules/notification/notify-by-system";
import { noteCredentialChange } from "#upstream/modules/user/change-credential";
import { holdOwnAccount } from "#upstream/policy/hold-account";
import {
  countGuess,
  countRecoveryCodes,
  expiredSecret,
  makeRecoveryCodes,
  stepOfCode,
  takeCode,
  wrongCode,
} from "./factor-codes";
import { seal, unseal } from "./sealed-secret";

const SECRET_BYTES = 20;
/** Time for which a session may use the console. */
const STAFF_LIFETIME = 12 * HOUR;
/** Time for which a session may do dangerous actions. */
const SUDO_LIFETIME = 15 * MINUTE;

/** Secret of an authenticator app: in base32, and as the `otpauth:` URI of a QR code. */
export type ShownSecret = { secret: string; uri: string };

/** State of a member's authenticator app: none, not confirmed yet, or in use. */
export function stateOfFactor(row: { confirmed_at: string | null } | undefined): "none" | "unconfirmed" | "confirmed" {
  if (!row) return "none";
  return row.confirmed_at === null ? "unconfirmed" : "confirmed";
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

/** Time until which a secret that is shown now can be confirmed (ISO 8601). */
export const confirmableUntil = ({ clock }: StaffCall): string => isoIn({ clock }, SUDO_LIFETIME);

/**
 * Returns the secret for a first authenticator app, which takes effect once a first code was correct. For fifteen minutes
 * it stays the same; afterwards it is worth nothing, so that nobody confirms one that was shown to somebody else before.
 * @throws BusinessError CONFLICT if one is in use: `replaceFactor` replaces it, `dropFactor` removes it
 */
export async function beginFactor(call: StaffCall): Promise<ShownSecret> {
  const { userId } = call.viewer;
  const row = await call.db
    .selectFrom("second_factors")
    .select(["secret", "confirmed_at", "next_until"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (stateOfFactor(row) === "confirmed") throw new BusinessError("CONFLICT", "已经设置过第二步验证");
  const kept = row && (row.next_until ?? "") > nowIso(call) ? unseal(call, row.secret) : null;
  if (kept !== null) return showSecret(call, kept);
  const fresh = { secret: newSecret(call), next_until: confirmableUntil(call) };
  await call.db
    .insertInto("second_factors")
    .values({ user_id: userId, confirmed_at: null, ...fresh })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet(fresh)
        .where("second_factors.confirmed_at", "is", null)
        .where("second_factors.secret", "=", row?.secret ?? ""),
    )
    .execute();
  // Another window may have been faster: both show the stored one.
  return beginFactor(call);
}

/**
 * Activates the first authenticator app with its first code, creates ten recovery codes, and opens the console. The owner
 * is notified, in case it was not them.
 * @throws BusinessError INVALID_PARAMS by `code`, CONFLICT if there is none to confirm, RATE_LIMITED
 */
export async function confirmFactor(call: StaffCall, code: string): Promise<string[]> {
  const { userId } = call.viewer;
  await countGuess(call);
  const codes = await transact(call.db, async (trx) => {
    await holdOwnAccount(trx, userId);
    const row = await trx
      .selectFrom("second_factors")
      .select(["secret", "next_until"])
      .where("user_id", "=", userId)
      .where("confirmed_at", "is", null)
      .executeTakeFirst();
    if (!row) throw new BusinessError("CONFLICT");
    if ((row.next_until ?? "") <= nowIso(call)) throw expiredSecret();
    const step = stepOfCode(call, { sealed: row.secret, code });
    if (step === null) throw wrongCode();
    const { numUpdatedRows } = await trx
      .updateTable("second_factors")
      .set({ confirmed_at: nowIso(call), last_step: step, next_until: null })
      .where("user_id", "=", userId)
      .where("confirmed_at", "is", null)
      .where("secret", "=", row.secret)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw wrongCode();
    await notifyBySystem(trx, { userId, message: { kind: "factor-changed", change: "set-up" }, at: nowIso(call) });
    await openConsole(trx, call);
    return makeRecoveryCodes(trx, userId);
  });
  noteCredentialChange(call, userId, "second-factor");
  return codes;
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
    await holdOwnAccount(trx, call.viewer.userId);
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
  const until = isoIn(call, SUDO_LIFETIME);
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
    .set({ staff_until: isoIn(call, STAFF_LIFETIME) })
    .where("token_hash", "=", call.viewer.tokenHash)
    .execute();
}
