import type { Session } from "#app/contract/people/account";
import type { Services, Viewer } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { deviceName } from "#upstream/modules/user/devices";
import { isUsable } from "#upstream/policy/usable-sessions";

/** A session's public name is a prefix of its token's hash: enough to identify it, useless for logging in. */
const NAME_LENGTH = 24;

/** Every session of a person by which they are still logged in, last seen first. */
export async function listSessions(
  services: Pick<Services, "db" | "clock">,
  { userId, tokenHash }: Viewer,
): Promise<Session[]> {
  const rows = await services.db
    .selectFrom("sessions")
    .select(["token_hash", "device", "address", "created_at", "last_seen_at"])
    .where("user_id", "=", userId)
    .where(isUsable(services))
    .execute();
  return rows
    .map((row) => ({
      id: nameOf(row.token_hash),
      device: deviceName(row.device),
      address: row.address,
      createdAt: row.created_at,
      lastSeenAt: row.last_seen_at || row.created_at,
      current: row.token_hash === tokenHash,
    }))
    .sort((a, b) => Number(b.current) - Number(a.current) || (a.lastSeenAt < b.lastSeenAt ? 1 : -1));
}

/** Number of sessions by which a person is still logged in. */
export async function countSessions(db: Db, services: Pick<Services, "clock">, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom("sessions")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("user_id", "=", userId)
    .where(isUsable(services))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Ends one session of a person. @returns whether it existed */
export async function endSession(db: Db, userId: number, id: string): Promise<boolean> {
  const rows = await db.selectFrom("sessions").select("token_hash").where("user_id", "=", userId).execute();
  const named = rows.find((row) => nameOf(row.token_hash) === id);
  if (!named) return false;
  await db.deleteFrom("sessions").where("token_hash", "=", named.token_hash).execute();
  return true;
}

const nameOf = (tokenHash: string): string => tokenHash.slice(0, NAME_LENGTH);
