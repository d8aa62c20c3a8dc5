import { type StaffMember, staffApi } from "#app/contract/admin/system/staff";
import { nowIso } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { AUTHOR_COLUMNS, authorView } from "#upstream/modules/author/author";
import { notifyBySystem } from "#upstream/modules/notification/notify-by-system";
import { noteCredentialChange } from "#upstream/modules/user/change-credential";
import { maskPhone } from "#upstream/modules/user/view";
import { dropLostFactor } from "#upstream/policy/drop-factor";
import { holdAccount } from "#upstream/policy/hold-account";
import { grantRole, revokeRole } from "#upstream/policy/staff-roles";
import { staffWrite } from "#upstream/policy/staff-write";

export const staff = implement(staffApi, {
  async list(_, { db }) {
    const rows = await db
      .selectFrom("staff as t")
      .innerJoin("users as u", "u.id", "t.user_id")
      .leftJoin("users as g", "g.id", "t.granted_by")
      .leftJoin("second_factors as f", "f.user_id", "t.user_id")
      .select([...AUTHOR_COLUMNS, "u.phone", "t.role", "t.granted_at", "g.nickname as granter", "f.confirmed_at"])
      .orderBy("t.granted_at")
      .orderBy("t.role")
      .execute();
    const people = new Map<number, StaffMember>();
    for (const row of rows) {
      const person = people.get(row.author_user_id) ?? {
        ...authorView(row),
        phone: maskPhone(row.phone),
        roles: [],
        factor: row.confirmed_at !== null,
      };
      person.roles.push({ role: row.role, grantedAt: row.granted_at, grantedBy: row.granter });
      people.set(row.author_user_id, person);
    }
    return [...people.values()];
  },

  grant: ({ body: { userId, role } }, call) =>
    staffWrite(call, async (trx, note) => {
      const { before, after } = await grantRole(trx, { userId, role, by: call.viewer.userId, at: nowIso(call) });
      if (before.length !== after.length) note({ action: "staff.grant", kind: "staff", target: userId, before, after });
      return null;
    }),

  revoke: ({ body: { userId, role } }, call) =>
    staffWrite(call, async (trx, note) => {
      await holdAccount(trx, userId);
      note({ action: "staff.revoke", kind: "staff", target: userId, ...(await revokeRole(trx, { userId, role })) });
      return null;
    }),

  async dropFactor({ body: { userId } }, call) {
    // A stolen session would otherwise get rid of what it could not verify.
    if (userId === call.viewer.userId) throw new BusinessError("FORBIDDEN", "自己的请到“第二步验证”里换");
    await staffWrite(call, async (trx, note) => {
      await holdAccount(trx, userId);
      if (!(await dropLostFactor(trx, userId))) throw new BusinessError("NOT_FOUND", "这个人没有设置第二步验证");
      note({ action: "staff.factor", kind: "staff", target: userId, before: null, after: null });
      await notifyBySystem(trx, { userId, message: { kind: "factor-changed", change: "dropped" }, at: nowIso(call) });
    });
    if (!call.client.dryRun) noteCredentialChange(call, userId, "second-factor");
    return null;
  },
});
