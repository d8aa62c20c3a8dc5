import { type Permission, permissionsOf } from "#app/contract/permissions";
import type { StaffCall } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import type { AppealRow } from "#upstream/modules/appeal/queries";
import { isAnyoneElse } from "#upstream/policy/staff-roles";

/** Fields of an appeal that determine who may decide on it. */
type Asked = Pick<AppealRow, "user_id" | "target_kind" | "sort" | "decision_by">;

/** Permission needed to undo the decision, in addition to that for appeals. */
export function undoingOf({ target_kind, sort }: Pick<Asked, "target_kind" | "sort">): Permission {
  if (target_kind === "review") return "review.decide";
  if (target_kind !== "sanction") return "content.hide";
  return sort === "mute" ? "user.mute" : "user.ban";
}

/**
 * Permission of a staff member to decide on an appeal; `alone` if it is the owner who made the decision, and nobody
 * else could.
 */
export type Decider = { may: boolean; alone: boolean; why: string };

const NOT_MINE = "自己的申诉要由另一位同事处理";
const NOT_TWICE = "这是你自己作的决定，申诉要由另一位同事复核";
const NOT_ALLOWED = "你的角色不能撤销这项处理，请能做的同事来复核";

/**
 * Checks whether a staff member may decide on an appeal: not their own, nor against their own decision. The owner may,
 * if no other staff member could.
 */
export async function deciderOf(db: Db, call: Pick<StaffCall, "viewer" | "clock">, appeal: Asked): Promise<Decider> {
  const { viewer } = call;
  const may = permissionsOf(viewer.roles);
  if (appeal.user_id === viewer.userId) return { may: false, alone: false, why: NOT_MINE };
  if (!may.has("appeal.decide") || !may.has(undoingOf(appeal))) return { may: false, alone: false, why: NOT_ALLOWED };
  if (appeal.decision_by !== viewer.userId) return { may: true, alone: false, why: "" };
  const alone =
    viewer.roles.includes("owner") &&
    !(await isAnyoneElse(db, call, {
      except: [viewer.userId, appeal.user_id],
      permissions: ["appeal.decide", undoingOf(appeal)],
    }));
  return { may: alone, alone, why: alone ? "" : NOT_TWICE };
}

/** Requires that the caller may decide. @throws BusinessError FORBIDDEN @returns whether nobody else could */
export async function requireDecider(db: Db, call: StaffCall, appeal: Asked): Promise<boolean> {
  const { may, alone, why } = await deciderOf(db, call, appeal);
  if (!may) throw new BusinessError("FORBIDDEN", why);
  return alone;
}
