import { nowIso, type StaffCall } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { notifyBySystem } from "#upstream/modules/notification/notify-by-system";
import { noteCredentialChange } from "#upstream/modules/user/change-credential";
import { holdOwnAccount } from "#upstream/policy/hold-account";
import { countGuess, expiredSecret, makeRecoveryCodes, stepOfCode, wrongCode } from "./factor-codes";
import { unseal } from "./sealed-secret";
import { confirmableUntil, newSecret, type ShownSecret, showSecret } from "./second-factor";

/**
 * Returns the secret for an authenticator app that is to replace the caller's. The old one works until the new one's
 * first code was correct. For fifteen minutes it stays the same; afterwards, a secret that was shown and never confirmed
 * is worth nothing.
 * @throws BusinessError CONFLICT if none is in use
 */
export async function replaceFactor(call: StaffCall): Promise<ShownSecret> {
  const row = await factorInUse(call.db, call);
  const kept = row.next_secret !== null && (row.next_until ?? "") > nowIso(call) ? unseal(call, row.next_secret) : null;
  if (kept !== null) return showSecret(call, kept);
  await call.db
    .updateTable("second_factors")
    .set({ next_secret: newSecret(call), next_until: confirmableUntil(call) })
    .where("user_id", "=", call.viewer.userId)
    .where("confirmed_at", "is not", null)
    .where("next_secret", row.next_secret === null ? "is" : "=", row.next_secret)
    .execute();
  // Another window may have been faster: both show the stored one.
  return replaceFactor(call);
}

/**
 * Replaces the caller's authenticator app and recovery codes, by the new app's first code. Other sessions have to verify
 * themselves again, since the lost device may have some.
 * @throws BusinessError INVALID_PARAMS by `code`, CONFLICT if none is in use, RATE_LIMITED
 */
export async function confirmNewFactor(call: StaffCall, code: string): Promise<string[]> {
  await countGuess(call);
  const codes = await transact(call.db, async (trx) => {
    await holdOwnAccount(trx, call.viewer.userId);
    const { next_secret, next_until } = await factorInUse(trx, call);
    if (next_secret === null || (next_until ?? "") <= nowIso(call)) throw expiredSecret();
    const step = stepOfCode(call, { sealed: next_secret, code });
    if (step === null) throw wrongCode();
    const { numUpdatedRows } = await trx
      .updateTable("second_factors")
      .set({ secret: next_secret, confirmed_at: nowIso(call), last_step: step, next_secret: null, next_until: null })
      .where("user_id", "=", call.viewer.userId)
      .where("next_secret", "=", next_secret)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw wrongCode();
    await trx
      .updateTable("sessions")
      .set({ staff_until: "", sudo_until: "" })
      .where("user_id", "=", call.viewer.userId)
      .where("token_hash", "!=", call.viewer.tokenHash)
      .execute();
    return renewed(trx, call, "app");
  });
  noteCredentialChange(call, call.viewer.userId, "second-factor");
  return codes;
}

/** Replaces the caller's recovery codes. @throws BusinessError CONFLICT if no authenticator app is in use */
export async function renewRecoveryCodes(call: StaffCall): Promise<string[]> {
  const codes = await transact(call.db, async (trx) => {
    await holdOwnAccount(trx, call.viewer.userId);
    await factorInUse(trx, call);
    return renewed(trx, call, "codes");
  });
  noteCredentialChange(call, call.viewer.userId, "recovery-codes");
  return codes;
}

async function factorInUse(db: Db, { viewer }: StaffCall) {
  const row = await db
    .selectFrom("second_factors")
    .select(["next_secret", "next_until"])
    .where("user_id", "=", viewer.userId)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  if (!row) throw new BusinessError("CONFLICT", "还没有设置第二步验证");
  return row;
}

/** Creates new recovery codes, and notifies their owner of the change. */
async function renewed(trx: Db, call: StaffCall, change: "app" | "codes"): Promise<string[]> {
  const { userId } = call.viewer;
  const codes = await makeRecoveryCodes(trx, userId);
  await notifyBySystem(trx, { userId, message: { kind: "factor-changed", change }, at: nowIso(call) });
  return codes;
}
