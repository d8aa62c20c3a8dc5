import { HOUR } from "#runtime/time-units";
import type { Services, Viewer } from "#upstream/call/context";
import { compiledQuery } from "#upstream/db/compiled-query";
import { hashToken } from "#upstream/db/token-hash";
import { sanctionsInForce } from "#upstream/policy/sanctions";
import { SESSION_IDLE_MAX } from "#upstream/policy/usable-sessions";

/** Precision of `last seen`; each update is a write. */
const LAST_SEEN_RESOLUTION = HOUR;

/**
 * An unexpired session of an existing member, with their current sanction; a ban comes first (it sorts first
 * alphabetically).
 */
const openSession = compiledQuery((db, { tokenHash, now }: { tokenHash: string; now: string }) =>
  db
    .selectFrom("sessions as s")
    .innerJoin("users as u", "u.id", "s.user_id")
    .select(["s.user_id", "s.expires_at", "s.created_at", "s.last_seen_at"])
    .select((eb) =>
      sanctionsInForce(db, now)
        .select(({ fn }) => fn.min("kind").as("kind"))
        .where("sanctions.user_id", "=", eb.ref("s.user_id"))
        .as("sanction"),
    )
    .where("s.token_hash", "=", tokenHash)
    .where("u.deleted_at", "is", null),
);

/** A session's viewer, and whether a sanction keeps them from some calls. */
export type Login = Viewer & { sanctioned: boolean };

/**
 * Resolves `Authorization: Bearer …` to a member; null without a token, if it is unknown or expired, or if the member
 * is banned. The address from which the session is used is recorded as often as its use.
 */
export async function authenticate(
  services: Services,
  authorization: string | null,
  address: string,
): Promise<Login | null> {
  const token = /^Bearer (\S{20,200})$/.exec(authorization ?? "")?.[1];
  if (!token) return null;
  const tokenHash = hashToken(token);
  const now = services.clock();
  const [session] = await openSession(services.db, { tokenHash, now: now.toISOString() });
  if (!session || session.sanction === "ban" || session.expires_at <= now.toISOString()) return null;
  const seen = Date.parse(session.last_seen_at || session.created_at);
  if (now.getTime() - seen >= SESSION_IDLE_MAX) return null;
  if (now.getTime() - seen >= LAST_SEEN_RESOLUTION) await touchSession(services, tokenHash, { now, address });
  return { userId: session.user_id, tokenHash, sanctioned: session.sanction !== null };
}

type Use = { now: Date; address: string };

async function touchSession({ db }: Services, tokenHash: string, { now, address }: Use): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ last_seen_at: now.toISOString(), ...(address && { address }) })
    .where("token_hash", "=", tokenHash)
    .execute();
}
