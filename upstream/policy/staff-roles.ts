import { type Permission, permissionsOf, type Role } from "#app/contract/permissions";
import { nowIso, type Services, type StaffCall } from "#upstream/call/context";
import { BusinessError, found, invalid } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { dropFactor } from "./drop-factor";
import { rolesOf } from "./require-staff";
import { sanctionsInForce } from "./sanctions";

type Given = { userId: number; role: Role; by: number | null; at: string };

/**
 * Grants a role to a member; whoever had none starts without a second factor. @returns their roles before and after @throws BusinessError INVALID_PARAMS if there is no
 * such member
 */
export async function grantRole(trx: Db, { userId, role, by, at }: Given): Promise<{ before: Role[]; after: Role[] }> {
  const user = await trx
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!user) throw invalid({ userId: "没有这位用户，或账号已注销" });
  const before = await rolesOf(trx, userId);
  // One may be left from before `revokeRole` removed it.
  if (before.length === 0) await dropFactor(trx, userId);
  await trx
    .insertInto("staff")
    .values({ user_id: userId, role, granted_by: by, granted_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { before, after: await rolesOf(trx, userId) };
}

/**
 * Revokes a role, and with the last one the second factor. @returns their roles before and after
 * @throws BusinessError NOT_FOUND if they don't have it, CONFLICT for the last owner
 */
export async function revokeRole(
  trx: Db,
  { userId, role }: { userId: number; role: Role },
): Promise<{ before: Role[]; after: Role[] }> {
  const before = await rolesOf(trx, userId);
  await lockOwners(trx);
  const gone = await trx
    .deleteFrom("staff")
    .where("user_id", "=", userId)
    .where("role", "=", role)
    .returning("user_id")
    .executeTakeFirst();
  found(gone);
  if (role === "owner" && !(await hasOwner(trx))) {
    throw new BusinessError("CONFLICT", "这是最后一位站长，请先把站长交给别人");
  }
  const after = await rolesOf(trx, userId);
  // Whoever becomes staff again starts with a new one, whatever became of the old phone.
  if (after.length === 0) await dropFactor(trx, userId);
  return { before, after };
}

/**
 * Refuses to close the account of the site's last owner.
 * @throws BusinessError CONFLICT
 */
export async function refuseLastOwner(trx: Db, userId: number): Promise<void> {
  const owners = await lockOwners(trx);
  if (owners.length === 1 && owners[0]?.user_id === userId) {
    throw new BusinessError("CONFLICT", "你是最后一位站长，请先在后台把站长交给别人");
  }
}

/** Locks and returns the owners, so that of several who leave at once, one stays. */
const lockOwners = (trx: Db): Promise<{ user_id: number }[]> =>
  trx
    .updateTable("staff")
    .set((eb) => ({ role: eb.ref("role") }))
    .where("role", "=", "owner")
    .returning("user_id")
    .execute();

/** Whether the site has an owner. */
export async function hasOwner(db: Db): Promise<boolean> {
  const owner = await db.selectFrom("staff").select("user_id").where("role", "=", "owner").limit(1).executeTakeFirst();
  return owner !== undefined;
}

/** Whether there is an active staff member, other than the given ones, with all these permissions. */
export async function isAnyoneElse(
  db: Db,
  services: Pick<Services, "clock">,
  { except, permissions }: { except: readonly number[]; permissions: readonly Permission[] },
): Promise<boolean> {
  return (await staffWho(db, services, permissions)).some(({ userId }) => !except.includes(userId));
}

/** Active staff members with all these permissions, in the order they joined; one statement. */
export async function staffWho(
  db: Db,
  services: Pick<Services, "clock">,
  permissions: readonly Permission[],
): Promise<{ userId: number; nickname: string }[]> {
  const rows = await db
    .selectFrom("staff as t")
    .innerJoin("users as u", "u.id", "t.user_id")
    .select(["t.user_id", "t.role", "u.nickname"])
    .where("u.deleted_at", "is", null)
    .where("t.user_id", "not in", sanctionsInForce(db, nowIso(services)).select("user_id").where("kind", "=", "ban"))
    .orderBy("t.granted_at")
    .orderBy("t.user_id")
    .execute();
  const people = new Map(rows.map(({ user_id, nickname }) => [user_id, nickname]));
  return [...people].flatMap(([userId, nickname]) => {
    const may = permissionsOf(rows.flatMap((row): Role[] => (row.user_id === userId ? [row.role] : [])));
    return permissions.every((permission) => may.has(permission)) ? [{ userId, nickname }] : [];
  });
}

/**
 * Whether a decision about somebody's own content must be left to a colleague who may make it. If there is none, they
 * decide themselves, or it would wait for ever.
 */
export const leftToOthers = (
  call: Pick<StaffCall, "db" | "clock" | "viewer">,
  permissions: readonly Permission[],
): Promise<boolean> => isAnyoneElse(call.db, call, { except: [call.viewer.userId], permissions });
