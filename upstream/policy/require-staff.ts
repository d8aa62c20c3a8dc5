import { DANGEROUS, type Permission, permissionsOf, type Role } from "#app/contract/permissions";
import type { Memo } from "#app/contract/transport";
import type { Services, StaffViewer, Viewer } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";

/** Roles of a person, in the order they were given; none for who is not of the staff. */
export async function rolesOf(db: Db, userId: number): Promise<Role[]> {
  const rows = await db
    .selectFrom("staff")
    .select("role")
    .where("user_id", "=", userId)
    .orderBy("granted_at")
    .orderBy("role")
    .execute();
  return rows.map(({ role }) => role);
}

/** Calls by which staff prove who they are; they need no second factor, or nobody could ever show one. */
const PROVING: ReadonlySet<Permission> = new Set(["console.enter"]);

type Standing = { role: Role; staff_until: string; sudo_until: string };

/** Roles of whoever asks, each with how long this login holds: read once for all calls that share a memo. */
function standingOf(db: Db, { userId, tokenHash }: Viewer, memo: Memo | null): Promise<Standing[]> {
  const name = `staff ${tokenHash}`;
  const known = memo?.get(name) as Promise<Standing[]> | undefined;
  if (known) return known;
  const found = db
    .selectFrom("staff as t")
    .innerJoin("sessions as s", "s.user_id", "t.user_id")
    .select(["t.role", "s.staff_until", "s.sudo_until"])
    .where("t.user_id", "=", userId)
    .where("s.token_hash", "=", tokenHash)
    .execute();
  memo?.set(name, found);
  return found;
}

/**
 * Lets in whoever of the staff has the permission. In production a login holds for the console only after a second
 * factor was shown in it, and what is dangerous asks again everywhere.
 * @param memo what the calls of one page share; null for a write, which asks for itself
 * @throws BusinessError FORBIDDEN; STAFF_UNVERIFIED before the second factor; SUDO_REQUIRED before a dangerous thing
 */
export async function requireStaff(
  { db, clock, config }: Pick<Services, "db" | "clock" | "config">,
  viewer: Viewer,
  permission: Permission,
  memo: Memo | null = null,
): Promise<StaffViewer> {
  const rows = await standingOf(db, viewer, memo);
  const roles = rows.map(({ role }) => role);
  if (!permissionsOf(roles).has(permission)) throw new BusinessError("FORBIDDEN");
  const now = clock().toISOString();
  const { staff_until = "", sudo_until = "" } = rows[0] ?? {};
  const verified = staff_until > now;
  if (!PROVING.has(permission) && config.mode === "production" && !verified) {
    throw new BusinessError("STAFF_UNVERIFIED");
  }
  if (DANGEROUS.has(permission) && sudo_until <= now) throw new BusinessError("SUDO_REQUIRED");
  return { ...viewer, roles, verified, sudoUntil: sudo_until > now ? sudo_until : null };
}
