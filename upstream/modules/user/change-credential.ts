import { type Call, callerOf, type MembersCall, nowIso } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { notifyBySystem } from "#upstream/modules/notification/notify-by-system";
import type { SystemMessage } from "#upstream/modules/notification/system-message";
import { holdOwnAccount } from "#upstream/policy/hold-account";
import { endOtherSessions } from "./session";

/** A credential that its owner changed, as named in the notification. */
export type Credential = Extract<SystemMessage, { kind: "credential-changed" }>["credential"];
/** Whether something changed, and whether to end all other sessions. */
type Changed = { changed: boolean; endOthers: boolean };

/**
 * Changes the caller's credentials in one transaction: runs `work`, ends other sessions if requested, and notifies the
 * owner, in case it was not them.
 * @throws BusinessError NOT_LOGIN if the account was closed meanwhile
 */
export async function changeCredential(
  call: MembersCall,
  credential: Credential,
  work: (trx: Db) => Promise<Changed>,
): Promise<void> {
  const { viewer } = call;
  const { changed } = await transact(call.db, async (trx) => {
    await holdOwnAccount(trx, viewer.userId);
    const done = await work(trx);
    if (done.changed && done.endOthers) await endOtherSessions(trx, call);
    if (done.changed) await notifyCredentialChange(trx, call, viewer.userId, credential);
    return done;
  });
  if (changed) noteCredentialChange(call, viewer.userId, credential);
}

/** Notifies the owner within the transaction of the change. */
export const notifyCredentialChange = (trx: Db, call: Call, userId: number, credential: Credential) =>
  notifyBySystem(trx, { userId, message: { kind: "credential-changed", credential }, at: nowIso(call) });

/** Logs a change that was made. */
export const noteCredentialChange = (
  call: Call,
  userId: number,
  credential: Credential | "passkey-added" | "passkey-removed" | "second-factor" | "recovery-codes",
): void => call.noteSecurity("credentials_changed", { ...callerOf(call), userId, credential });
