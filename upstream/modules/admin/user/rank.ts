import { type Role, roles } from "#app/contract/permissions";
import type { StaffCall } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { rolesOf } from "#upstream/policy/require-staff";

/** Highest rank among roles, 0 being the highest; no role ranks below all. */
const rankOf = (held: readonly Role[]): number => Math.min(roles.length, ...held.map((role) => roles.indexOf(role)));

/** Whether a staff member can't act on someone with these roles: it is themselves, or ranks as high. */
export const isUntouchable = (
  { viewer }: Pick<StaffCall, "viewer">,
  { userId, held }: { userId: number; held: readonly Role[] },
): boolean => userId === viewer.userId || (held.length > 0 && rankOf(held) <= rankOf(viewer.roles));

/** Refuses to act on oneself, an owner, or staff of the same or a higher rank. @throws BusinessError FORBIDDEN */
export async function refuseUntouchable(trx: Db, call: Pick<StaffCall, "viewer">, userId: number): Promise<void> {
  if (userId === call.viewer.userId) throw new BusinessError("FORBIDDEN", "不能对自己这样做");
  const held = await rolesOf(trx, userId);
  if (held.includes("owner")) throw new BusinessError("FORBIDDEN", "不能对站长这样做");
  if (isUntouchable(call, { userId, held })) throw new BusinessError("FORBIDDEN", "只能对职位比自己低的工作人员这样做");
}
