import type { Role } from "#app/contract/permissions";
import { BusinessError, found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { rolesOf } from "./require-staff";

type Given = { userId: number; role: Role; by: number | null; at: string };

/** Gives a member a role. @returns their roles before and after @throws BusinessError NOT_FOUND where there is no such member */
export async function grantRole(trx: Db, { userId, role, by, at }: Given): Promise<{ before: Role[]; after: Role[] }> {
  const user = await trx
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  found(user);
  const before = await rolesOf(trx, userId);
  await trx
    .insertInto("staff")
    .values({ user_id: userId, role, granted_by: by, granted_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { before, after: await rolesOf(trx, userId) };
}

/**
 * Takes a role from somebody. @returns their roles before and after
 * @throws BusinessError NOT_FOUND where they have not got it, CONFLICT for the last owner
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
  return { before, after: await rolesOf(trx, userId) };
}

/**
 * Refuses an account to be closed that the site would have no owner without.
 * @throws BusinessError CONFLICT
 */
export async function refuseLastOwner(trx: Db, userId: number): Promise<void> {
  const owners = await lockOwners(trx);
  if (owners.length === 1 && owners[0]?.user_id === userId) {
    throw new BusinessError("CONFLICT", "您是最后一位站长，请先在后台把站长交给别人");
  }
}

/** The owners, who wait for each other here when several leave at once, so that one stays. */
const lockOwners = (trx: Db): Promise<{ user_id: number }[]> =>
  trx
    .updateTable("staff")
    .set((eb) => ({ role: eb.ref("role") }))
    .where("role", "=", "owner")
    .returning("user_id")
    .execute();

/** Whether the site belongs to somebody. */
export async function hasOwner(db: Db): Promise<boolean> {
  const owner = await db.selectFrom("staff").select("user_id").where("role", "=", "owner").limit(1).executeTakeFirst();
  return owner !== undefined;
}
