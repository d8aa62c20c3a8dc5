import { moveFiles } from "#upstream/jobs/move/move-files";
import { createObjectStore } from "#upstream/services/storage/create-object-store";
import { Refusal } from "./as-staff";
import { BadUsage, type OfflineCommand } from "./command";

/** Maximum number of problematic files listed. */
const NAMED_MAX = 20;

/** Commands for the site's files. */
export const FILE_COMMANDS: Record<string, OfflineCommand> = {
  "move files": {
    usage: "--to bucket|folder",
    text: "把 DATA_DIR/objects 里的文件复制进 S3_* 的桶（bucket），或从桶里复制回来（folder），每个都读回来核对；本站可以照常运行，断了再运行一次就接着做。--dry-run 只说有多少",
    example: "--to bucket --dry-run",
    async offline({ config, options: { to }, flags, tell }) {
      if (to !== "bucket" && to !== "folder") throw new BadUsage("--to 写成 bucket 或 folder");
      if (config.objects.kind !== "s3") throw new Refusal("CONFLICT", "没有设置 S3_*，不知道是哪个桶");
      const clock = () => new Date();
      const stores = {
        folder: createObjectStore({ ...config, objects: { kind: "local" } }, clock),
        bucket: createObjectStore(config, clock),
      };
      const from = to === "bucket" ? stores.folder : stores.bucket;
      const dryRun = flags?.dryRun ?? false;
      const moved = await moveFiles({ from, to: stores[to], dryRun, ...(tell ? { tell } : {}) });
      const { files, bytes, copied, already, wrong } = moved;
      if (wrong.length > 0) {
        const named = wrong.slice(0, NAMED_MAX).join("\n");
        throw new Refusal("CONFLICT", `${wrong.length} 个文件复制后不一样，已从那边去掉，请再运行一次：\n${named}`);
      }
      const all = `共 ${files} 个文件、${bytes} 字节`;
      if (dryRun) return `${all}：要复制 ${copied} 个，那边已有 ${already} 个`;
      return `${all}：复制并核对了 ${copied} 个，那边已有 ${already} 个`;
    },
  },
};
