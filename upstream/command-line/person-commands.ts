import { adminPersonApi } from "#app/contract/admin/user/person";
import type { CallData } from "#app/contract/endpoint";
import { Refusal } from "./as-staff";
import type { Command, Options } from "./command";
import { idIn } from "./read-options";

/** Commands for merging people and taking over authors. */
export const PERSON_COMMANDS: Record<string, Command> = {
  "user claim-link": {
    usage: "--id 用户编号 [--days 天数]",
    text: "给一位导入的作者一次性认领链接，默认 7 天内有效；之前没用过的随即作废",
    example: "--id 12 --days 7",
    async run({ caller, options, flags }) {
      const userId = numberOf(options, "id");
      const days = options.days === undefined ? {} : { days: Number(options.days) };
      const made = (await caller(adminPersonApi.makeHandover, { body: { userId, ...days } })) as CallData<
        typeof adminPersonApi.makeHandover
      >;
      return flags?.dryRun ? `可以给链接，到 ${made.expiresAt} 为止` : made;
    },
  },
  "user claim-revoke": {
    usage: "--id 用户编号",
    text: "作废一位作者没有用过的认领链接",
    example: "--id 12",
    async run({ caller, options, flags }) {
      const query = { userId: numberOf(options, "id") };
      const { list } = (await caller(adminPersonApi.handovers, { query })) as CallData<typeof adminPersonApi.handovers>;
      const open = list.filter(({ state }) => state === "open");
      if (open.length === 0) throw new Refusal("NOT_FOUND", "没有有效的认领链接");
      for (const { id } of open) await caller(adminPersonApi.revokeHandover, { body: { id } });
      return `${flags?.dryRun ? "可以作废" : "已作废"} ${open.length} 个`;
    },
  },
  "user merge": {
    usage:
      "--id 并走谁 --into 并入谁 --reason 原因 --dry-run，看过再把 --dry-run 换成 --seal 封条 --confirm 并走者的昵称",
    text: "把一个人并入另一个人；不能撤销，所以先试一次，封条由试的那次给出",
    example: "--id 12 --into 7 --reason 本人来电 --dry-run",
    run({ caller, options, flags }) {
      const [from, into] = [numberOf(options, "id"), numberOf(options, "into")];
      const { reason = "", seal = "", confirm = "" } = options;
      const dryRun = flags?.dryRun ?? false;
      return caller(adminPersonApi.merge, { body: { from, into, reason, seal, confirm, dryRun } });
    },
  },
};

const numberOf = (options: Options, name: "id" | "into"): number => idIn(options[name], `--${name} 要一个用户编号`);
