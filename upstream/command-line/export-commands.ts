import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { countTexts } from "#upstream/jobs/export/markdown-files";
import { writeExport } from "#upstream/jobs/export/write-export";
import { keepFinished } from "#upstream/modules/job/queue";
import { Refusal } from "./as-staff";
import { backupRefused } from "./backup-commands";
import { BadUsage, type Command } from "./command";

/** Commands that export the site's content for other programs. */
export const EXPORT_COMMANDS: Record<string, Command> = {
  export: {
    usage: "文件.tar",
    text: "把公开的问题、回答、文章写成 Markdown，连同图片放进一个归档；解开之后 npm run import 读得回来。同 job run export，写到指定的文件",
    example: "内容.tar",
    // Administrators may need it before the site has an owner.
    alone: true,
    async run({ upstream: { services }, words: [name], from, flags, tell }) {
      if (!name) throw new BadUsage("要写一个文件名");
      const file = resolve(from, name);
      if (existsSync(file)) throw new Refusal("CONFLICT", `${name} 已经有了，不会覆盖`);
      if (flags?.dryRun) return `会把 ${await countTexts(services)} 篇写入 ${file}`;
      const began = await services.databaseClock();
      const said = async (done: number) => tell?.(`已有 ${done} 个文件`);
      const { bytes, texts, pictures } = await writeExport(services, file, said).catch(backupRefused);
      const message = `${texts} 篇与 ${pictures} 张图片已写入 ${file}`;
      await keepFinished(services, { kind: "export", began, result: { message, problems: [], bytes } });
      return { file, bytes, texts, pictures };
    },
  },
};
