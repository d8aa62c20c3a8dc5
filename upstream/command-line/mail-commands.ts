import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { flushFigures } from "#upstream/modules/figures/flush";
import { bounceAddressOf, type TakenBounce, takeBounce } from "#upstream/modules/outside/take-bounce";
import { Refusal } from "./as-staff";
import { BadUsage, type Command, Report } from "./command";
import { unreadable } from "./read-text";

const OUTCOMES: Record<TakenBounce["outcome"], string> = {
  stopped: "这个地址收不到信，已停止寄信，本人在站内看得到",
  known: "这个地址早已停止寄信",
  unknown: "不是本站寄给现有地址的信，什么也没改",
  temporary: "只是暂时送不到，什么也没改",
  "about-us": "对方拒收的是本站或这封信，与地址无关，什么也没改",
  none: "不是退信，什么也没改",
};

/** Commands used by mail servers. */
export const MAIL_COMMANDS: Record<string, Command> = {
  "mail bounce": {
    usage: "--file 文件",
    text: "读一封退信（- 是标准输入，邮件服务器可以直接接上），收不到信的地址不再寄",
    example: "--file bounce.eml",
    alone: true,
    async run({ upstream: { services }, options: { file }, input, from, flags }) {
      if (!file) throw new BadUsage("要 --file：退信的 .eml 文件，- 是标准输入");
      if (!bounceAddressOf(services)) throw new Refusal("MAIL_FAILED", "没有配置 MAIL_BOUNCES：退信认不出是谁的");
      const raw = file === "-" ? Buffer.from((await input?.()) ?? "") : await read(resolve(from, file), file);
      const taken = await takeBounce(services, raw, { dryRun: flags?.dryRun ?? false });
      await flushFigures(services);
      const { outcome, status } = taken;
      return new Report(`${OUTCOMES[outcome]}${status ? `（${status}）` : ""}`, taken, false);
    },
  },
};

const read = (path: string, file: string): Promise<Buffer> => readFile(path).catch((error) => unreadable(file, error));
