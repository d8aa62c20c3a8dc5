import { resolve } from "node:path";
import { createUpstream } from "#upstream/app";
import type { DatabaseConfig } from "#upstream/db/dialect";
import { MOVING, moveSite } from "#upstream/jobs/move/move-site";
import { TASKS } from "#upstream/jobs/tasks";
import { switchReadOnly } from "#upstream/modules/config/read-only";
import { backupRefused } from "./backup-commands";
import { BadUsage, type Command } from "./command";

/** Commands that move the site from one database to another. */
export const MOVE_COMMANDS: Record<string, Command> = {
  move: {
    usage: "--to postgres://…|sqlite:文件.db",
    text: "把整个网站搬到另一个空的数据库并核对；期间与之后原来的网站只能浏览。--dry-run 只看能不能搬、有多少",
    example: "--to postgres://shequ:密码@127.0.0.1/shequ --dry-run",
    alone: true,
    async run({ upstream: { services }, options, flags, from, tell, stopSignal }) {
      const to = databaseOf(options.to, from);
      const { config } = services;
      const dryRun = flags?.dryRun ?? false;
      const signal = dryRun ? undefined : stopSignal?.();
      const reindex = async (database: DatabaseConfig) => {
        const other = await createUpstream({ ...config, database });
        const tellProgress = tellEachTenth(tell);
        const progress: typeof tellProgress = (done, total) => {
          signal?.throwIfAborted();
          return tellProgress(done, total);
        };
        try {
          await TASKS.reindex(other.services, { dryRun: false, progress });
        } finally {
          await other.close();
        }
      };
      const moved = await moveSite(services, { to, dryRun, reindex, signal, ...(tell ? { tell } : {}) }).catch(
        backupRefused,
      );
      const { tables, rows, readOnly } = moved;
      if (dryRun) return `可以搬：${tables} 张表、${rows} 行`;
      return `已搬好 ${tables} 张表、${rows} 行，只能浏览了 ${Math.ceil(readOnly / 1000)} 秒。现在改 DATABASE_URL，再重启所有进程；不搬了就运行 read-only off`;
    },
  },
  "read-only on": {
    usage: "[--text 句子]",
    text: "让全站只能浏览；想写、想登录的人会读到这句话，定时任务与备份停下",
    example: "--text 正在更换服务器，请过十分钟再来",
    alone: true,
    async run({ upstream: { services }, options, flags }) {
      const sentence = options.text || MOVING;
      if (sentence.length > 200) throw new BadUsage("--text 最多 200 字");
      if (!flags?.dryRun) await switchReadOnly(services, sentence);
      return `想写的人会读到：${sentence}。谁也不能登录，定时任务都停着，也不备份，直到 read-only off`;
    },
  },
  "read-only off": {
    usage: "",
    text: "让全站重新可以写",
    example: "",
    alone: true,
    async run({ upstream: { services }, flags }) {
      if (!flags?.dryRun) await switchReadOnly(services, "");
      return "可以写了";
    },
  },
};

/** Reports each tenth of the search index, which takes most of the time. */
function tellEachTenth(tell: (line: string) => void = () => {}) {
  let told = 0;
  return async (done: number, total?: number | null): Promise<void> => {
    const tenths = total ? Math.floor((10 * done) / total) : 0;
    if (tenths > told) tell(`搜索：${done} / ${total} 份`);
    told = Math.max(told, tenths);
  };
}

function databaseOf(to: string | undefined, from: string): DatabaseConfig {
  if (to?.startsWith("sqlite:")) return { kind: "sqlite", file: resolve(from, to.slice("sqlite:".length)) };
  if (to && /^postgres(?:ql)?:\/\//.test(to)) return { kind: "postgres", url: to };
  throw new BadUsage("--to 写成 postgres://用户:密码@主机/数据库，或 sqlite:文件.db");
}
