import { type StaffMember, staffApi } from "#app/contract/admin/system/staff";
import { nowIso } from "#upstream/call/context";
import { implement } from "#upstream/call/implement";
import { AUTHOR_COLUMNS, authorView } from "#upstream/modules/author/author";
import { maskPhone } from "#upstream/modules/user/view";
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
      note({ action: "staff.revoke", kind: "staff", target: userId, ...(await revokeRole(trx, { userId, role })) });
      return null;
    }),
});
