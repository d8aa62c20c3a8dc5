import { staffApi } from "#app/contract/admin/system/staff";
import { ROLES, roles } from "#app/contract/permissions";
import type { Upstream } from "#upstream/app";
import { setupLink, setupState } from "#upstream/modules/admin/setup/claim";
import { addOwner, findByPhone } from "./add-owner";
import { Refusal } from "./as-staff";
import type { Command, Options } from "./command";
import { phoneOf, roleOf } from "./read-options";

/** Commands for the site's owners and staff. */
export const STAFF_COMMANDS: Record<string, Command> = {
  "setup-link": {
    usage: "",
    text: "打印成为站长的一次性链接（24 小时内有效，之前的随即作废）",
    example: "",
    alone: true,
    async run({ upstream: { services }, flags }) {
      if (!(await setupState(services)).unowned) {
        throw new Refusal("CONFLICT", "本站已有站长；再加一位用 owner add --phone 手机号");
      }
      return flags?.dryRun ? "可以给链接，本站还没有站长" : setupLink(services);
    },
  },
  "owner add": {
    usage: "--phone 手机号 [--nickname 昵称] [--new-password] [--new-factor]",
    text: "让这个手机号的账号成为站长；没有账号就新建。收不到短信又没有密码的，给一个只显示一次的密码",
    example: "--phone 13900000001 --nickname 林知远",
    alone: true,
    run: ({ upstream: { services }, options, flags }) =>
      addOwner(services, {
        phone: phoneOf(options),
        nickname: options.nickname,
        newPassword: flags?.newPassword ?? false,
        newFactor: flags?.newFactor ?? false,
        dryRun: flags?.dryRun ?? false,
      }),
  },
  "staff list": {
    usage: "",
    text: "列出工作人员与角色",
    example: "",
    run: ({ caller }) => caller(staffApi.list, {}),
  },
  "staff grant": {
    usage: `--phone 手机号 --role ${roles.join("|")}`,
    text: "给一位用户一个角色",
    example: "--phone 13900000001 --role moderator",
    async run({ upstream, caller, options }) {
      const role = roleOf(options);
      const userId = await memberOf(upstream, options);
      await caller(staffApi.grant, { body: { userId, role } });
      return `已是${ROLES[role].name}`;
    },
  },
  "staff revoke": {
    usage: "--phone 手机号 --role 角色",
    text: "收回一个角色",
    example: "--phone 13900000001 --role moderator",
    async run({ upstream, caller, options }) {
      const role = roleOf(options);
      const userId = await memberOf(upstream, options);
      await caller(staffApi.revoke, { body: { userId, role } });
      return "已收回";
    },
  },
};

async function memberOf({ services }: Upstream, options: Options): Promise<number> {
  const user = await findByPhone(services.db, phoneOf(options));
  if (!user) throw new Refusal("NOT_FOUND", "没有这个手机号的用户");
  return user.id;
}
