import { randomBytes } from "node:crypto";
import { DAY, MINUTE } from "#runtime/time-units";
import { isoIn, type MembersCall, nowIso, type Services, type Viewer } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { hashToken } from "#upstream/db/token-hash";
import { isUsable, lastUse } from "#upstream/policy/usable-sessions";

const SESSION_LIFETIME = 90 * DAY;
/** Time after a login, or another verification, for which the owner counts as verified. */
const PROVEN_LIFETIME = 10 * MINUTE;
const TOKEN_BYTES = 32;
const DEVICE_MAX = 100;
/** Maximum number of sessions per person; those that were not used for longest end. */
const SESSIONS_MAX = 20;

/** Creates a session and returns its token, of which only the hash is stored. `device` is shown to the owner. */
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
  await endSurplus(db, services, session.userId);
  return token;
}

/** Marks the owner as verified, within the transaction that uses the proof. @returns until when */
export async function proveSession(
  trx: Db,
  { clock, viewer }: Pick<Services, "clock"> & { viewer: Viewer },
): Promise<string> {
  const until = isoIn({ clock }, PROVEN_LIFETIME);
  await trx.updateTable("sessions").set({ proven_until: until }).where("token_hash", "=", viewer.tokenHash).execute();
  return until;
}

/** Time until which the caller counts as verified (ISO 8601); null if they don't. */
export async function provenUntil(call: MembersCall): Promise<string | null> {
  const { proven_until } = await call.db
    .selectFrom("sessions")
    .select("proven_until")
    .where("token_hash", "=", call.viewer.tokenHash)
    .executeTakeFirstOrThrow();
  return proven_until > nowIso(call) ? proven_until : null;
}

/** @throws BusinessError FORBIDDEN if the caller's login or verification is too long ago */
export async function requireProven(call: MembersCall): Promise<void> {
  if ((await provenUntil(call)) === null) throw new BusinessError("FORBIDDEN", "请先确认是你本人");
}

async function endSurplus(db: Db, services: Pick<Services, "clock">, userId: number): Promise<void> {
  const kept = db
    .selectFrom("sessions")
    .select("token_hash")
    .where("user_id", "=", userId)
    .where(isUsable(services))
    .orderBy(lastUse, "desc")
    .orderBy("created_at", "desc")
    .orderBy("token_hash")
    .limit(SESSIONS_MAX);
  await db.deleteFrom("sessions").where("user_id", "=", userId).where("token_hash", "not in", kept).execute();
}

/** Ends all sessions of the caller except the calling one. @returns number of those that were still usable */
export async function endOtherSessions(
  db: Db,
  { clock, viewer }: Pick<Services, "clock"> & { viewer: Viewer },
): Promise<number> {
  const others = db
    .deleteFrom("sessions")
    .where("user_id", "=", viewer.userId)
    .where("token_hash", "!=", viewer.tokenHash);
  const { numDeletedRows } = await others.where(isUsable({ clock })).executeTakeFirst();
  await others.execute();
  return Number(numDeletedRows);
}
