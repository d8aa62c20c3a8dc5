import { randomBytes } from "node:crypto";
import { DAY, MINUTE } from "#runtime/time-units";
import type { Services, Viewer } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { hashToken } from "#upstream/db/token-hash";

const SESSION_LIFETIME = 90 * DAY;
/** Time after logging in, or another proof, for which it counts as known that the owner is there. */
const PROVEN_LIFETIME = 10 * MINUTE;
const TOKEN_BYTES = 32;
const DEVICE_MAX = 100;
/** The oldest logins of a person end when there are more. */
const SESSIONS_MAX = 20;

/** Logs a person in; gives the token, of which only the hash is kept. `device` is for the owner to recognise. */
export async function createSession(
  db: Db,
  services: Pick<Services, "clock">,
  session: { userId: number; device?: string; address?: string },
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const now = services.clock();
  await db
    .insertInto("sessions")
    .values({
      token_hash: hashToken(token),
      user_id: session.userId,
      device: (session.device ?? "").slice(0, DEVICE_MAX),
      address: session.address ?? "",
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + SESSION_LIFETIME).toISOString(),
      proven_until: new Date(now.getTime() + PROVEN_LIFETIME).toISOString(),
    })
    .execute();
  await endOldest(db, session.userId);
  return token;
}

/** Notes that the owner was proven to be there, within the transaction that the proof is used in. @returns until when that counts */
export async function proveSession(
  trx: Db,
  { clock, viewer }: Pick<Services, "clock"> & { viewer: Viewer },
): Promise<string> {
  const until = new Date(clock().getTime() + PROVEN_LIFETIME).toISOString();
  await trx.updateTable("sessions").set({ proven_until: until }).where("token_hash", "=", viewer.tokenHash).execute();
  return until;
}

async function endOldest(db: Db, userId: number): Promise<void> {
  const kept = db
    .selectFrom("sessions")
    .select("token_hash")
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("token_hash")
    .limit(SESSIONS_MAX);
  await db.deleteFrom("sessions").where("user_id", "=", userId).where("token_hash", "not in", kept).execute();
}

/** Ends every login of a person but the one that they call with. @returns how many ended */
export async function endOtherSessions(db: Db, { userId, tokenHash }: Viewer): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("token_hash", "!=", tokenHash)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
