import { DANGEROUS, type Permission, permissionsOf, type Role } from "#app/contract/permissions";
import type { Memo } from "#app/contract/transport";
import type { Services, StaffViewer, Viewer } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";

/** Roles of a person in the order they were granted; empty for non-staff. */
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

/** Permissions needed to verify one's identity; they require no second factor, or nobody could ever set one up. */
const PROVING: ReadonlySet<Permission> = new Set(["console.enter"]);

type Standing = { role: Role; staff_until: string; sudo_until: string };

/** The caller's roles with the state of this session; read once for all calls that share a memo. */
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
 * Checks that the caller is staff with the permission. In production, a session is valid for the console only after a
 * second factor was verified in it; dangerous actions require verification again everywhere.
 * @param memo shared by the calls of one page; null for a write, which always checks itself
 * @throws BusinessError FORBIDDEN; STAFF_UNVERIFIED before the second factor; SUDO_REQUIRED before a dangerous action
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
