import { adminUserApi } from "#app/contract/admin/user/user";
import type { CallData } from "#app/contract/endpoint";
import type { SanctionKind } from "#app/contract/moderation/sanction-kinds";
import type { Command, CommandInput, Report } from "./command";
import { ofEach } from "./of-each";
import { readIds } from "./read-ids";
import { daysOf, userIdIn } from "./read-options";

/** Commands that impose and lift sanctions. */
export const SANCTION_COMMANDS: Record<string, Command> = {
  "user mute": {
    usage: "--id 用户编号|--file 编号.txt --days 天数 --reason 原因",
    text: "禁言一位，或文件里的每一位；不写 --days 是长期；逐位作答",
    example: "--id 12 --days 7 --reason 连续发广告",
    run: (asked) => impose(asked, "mute"),
  },
  "user ban": {
    usage: "--id 用户编号|--file 编号.txt --days 天数 --reason 原因",
    text: "封禁一位，或文件里的每一位，并结束他们的所有登录；不写 --days 是长期；逐位作答",
    example: "--id 12 --days 30 --reason 连续发广告",
    run: (asked) => impose(asked, "ban"),
  },
  "user read-only": {
    usage: "--id 用户编号|--file 编号.txt --days 天数 --reason 原因",
    text: "让一位，或文件里的每一位，只能浏览；不写 --days 是长期；逐位作答",
    example: "--file 名单.txt --days 7 --reason 连续发广告",
    run: (asked) => impose(asked, "read-only"),
  },
  "user lift": {
    usage: "--id 用户编号|--file 编号.txt [--reason 原因]",
    text: "解除一位，或文件里的每一位，生效中的一切处罚；逐位作答",
    example: "--id 12 --reason 误会",
    async run(asked) {
      const { caller, options } = asked;
      const lift = async (userIds: number[]) =>
        (await caller(adminUserApi.liftEach, { body: { userIds, reason: options.reason ?? "" } })) as CallData<
          typeof adminUserApi.liftEach
        >;
      return ofEach(asked, await peopleOf(asked), lift, ({ userId }) => `#${userId}`);
    },
  },
};

async function impose(asked: CommandInput, kind: SanctionKind): Promise<Report> {
  const { caller, options } = asked;
  const imposed = { kind, days: daysOf(options), reason: options.reason ?? "" };
  const decide = async (userIds: number[]) =>
    (await caller(adminUserApi.sanctionEach, { body: { userIds, ...imposed } })) as CallData<
      typeof adminUserApi.sanctionEach
    >;
  return ofEach(asked, await peopleOf(asked), decide, ({ userId }) => `#${userId}`);
}

/** Members that a command applies to: one, or those in a file. */
const peopleOf = async (asked: CommandInput): Promise<number[]> =>
  asked.options.file === undefined
    ? [userIdIn(asked.options)]
    : readIds(asked, asked.options.id ? [asked.options.id] : []);
