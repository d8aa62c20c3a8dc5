import type { OwnAddress } from "#app/contract/notification/mail-address";
import { nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";

/** A member's mail address as its owner sees it. */
export async function ownAddressOf(db: Db, services: Pick<Services, "clock">, userId: number): Promise<OwnAddress> {
  const kept = await db.selectFrom("mail_addresses").selectAll().where("user_id", "=", userId).executeTakeFirst();
  const waiting = await db
    .selectFrom("mail_codes")
    .select(["address", "expires_at"])
    .where("user_id", "=", userId)
    .where("expires_at", ">", nowIso(services))
    .executeTakeFirst();
  return {
    address: kept?.address ?? null,
    stoppedAt: kept?.stopped_at ?? null,
    waiting: waiting ? { address: waiting.address, expiresAt: waiting.expires_at } : null,
  };
}
