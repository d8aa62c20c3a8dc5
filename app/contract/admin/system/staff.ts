import { z } from "zod";
import { author, id, nothing, time } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { role } from "./console";

/** A staff member. */
const staffMember = author.extend({
  /** Masked: 138****0000. */
  phone: z.string().nullable(),
  roles: z.array(z.object({ role, grantedAt: time, grantedBy: z.string().nullable() })),
  /** Whether a second factor is set up. */
  factor: z.boolean(),
});
export type StaffMember = z.output<typeof staffMember>;

/** Calls on the site's staff. */
export const staffApi = {
  list: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/staff",
    permission: "staff.manage",
    summary: "后台：工作人员与角色",
    data: z.array(staffMember),
  }),
  grant: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/staff",
    permission: "staff.manage",
    summary: "后台：给一位用户一个角色",
    body: z.object({ userId: id, role }),
    data: nothing,
  }),
  revoke: staffEndpoint({
    method: "DELETE",
    path: "/api/ext/admin/staff",
    permission: "staff.manage",
    summary: "后台：收回一个角色；最后一位站长不能收回",
    body: z.object({ userId: id, role }),
    data: nothing,
  }),
  dropFactor: staffEndpoint({
    method: "DELETE",
    path: "/api/ext/admin/staff/factor",
    permission: "staff.manage",
    summary: "后台：去掉别人的第二步验证与恢复码，由他重新设置；自己的不能这样去掉",
    body: z.object({ userId: id }),
    data: nothing,
  }),
};
