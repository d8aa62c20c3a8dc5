import type { Selectable } from "kysely";
import type { Passkey } from "#app/contract/people/passkey";
import { type MembersCall, nowIso } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import type { PasskeysTable } from "#upstream/db/schema/passkeys";
import { transact } from "#upstream/db/transact";
import { notifyBySystem } from "#upstream/modules/notification/notify-by-system";
import { noteCredentialChange } from "#upstream/modules/user/change-credential";

type Row = Selectable<PasskeysTable>;

/** Every passkey of a person, oldest first. */
export const passkeysOf = (db: Db, userId: number): Promise<Row[]> =>
  db.selectFrom("passkeys").selectAll().where("user_id", "=", userId).orderBy("id").execute();

/** Maps a passkey for its owner. */
export const passkeyView = (row: Row): Passkey => ({
  id: row.id,
  name: row.name,
  synced: row.synced === 1,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
});

/** Renames a passkey of the caller. @throws BusinessError NOT_FOUND */
export async function renamePasskey(
  { db, viewer }: MembersCall,
  { id, name }: { id: number; name: string },
): Promise<void> {
  const own = db.updateTable("passkeys").set({ name }).where("id", "=", id).where("user_id", "=", viewer.userId);
  const { numUpdatedRows } = await own.executeTakeFirst();
  if (numUpdatedRows === 0n) throw new BusinessError("NOT_FOUND");
}

/** Removes a passkey of the caller, and notifies them. @throws BusinessError NOT_FOUND */
export async function removePasskey(call: MembersCall, id: number): Promise<void> {
  const { db, viewer } = call;
  await transact(db, async (trx) => {
    const removed = await trx
      .deleteFrom("passkeys")
      .where("id", "=", id)
      .where("user_id", "=", viewer.userId)
      .returning("name")
      .executeTakeFirst();
    if (!removed) throw new BusinessError("NOT_FOUND");
    await notifyPasskeyChange(trx, call, { added: false, name: removed.name });
  });
  noteCredentialChange(call, viewer.userId, "passkey-removed");
}

/** Notifies the owner within the transaction of the change. */
export const notifyPasskeyChange = (trx: Db, call: MembersCall, changed: { added: boolean; name: string }) =>
  notifyBySystem(trx, {
    userId: call.viewer.userId,
    message: { kind: "passkey-changed", ...changed },
    at: nowIso(call),
  });
