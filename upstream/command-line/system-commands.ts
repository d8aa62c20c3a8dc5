import { resolve } from "node:path";
import { JOBS, type JobKind, jobKinds } from "#app/contract/admin/job-kinds";
import { adminSystemApi } from "#app/contract/admin/system";
import type { CallData } from "#app/contract/endpoint";
import { BackupError } from "#upstream/jobs/backup/database-copy";
import { restoreBackup } from "#upstream/jobs/backup/restore-backup";
import { verifyBackup } from "#upstream/jobs/backup/verify-backup";
import { writeBackup } from "#upstream/jobs/backup/write-backup";
import { createJobRunner } from "#upstream/jobs/run-jobs";
import { TASKS } from "#upstream/jobs/tasks";
import { TaskRefused } from "#upstream/jobs/tasks/task";
import { keepFinished } from "#upstream/modules/job/queue";
import { BadArchive } from "#upstream/services/archive/read-tar";
import { Refusal } from "./as-staff";
import { type Asked, BadUsage, type Command, type OfflineCommand } from "./command";

/** Commands on the machine, jobs over the whole site, and backups. */
export const SYSTEM_COMMANDS: Record<string, Command> = {
  doctor: {
    usage: "",
    text: "检查数据库、存储、搜索、任务、磁盘、备份与时钟；有问题时退出码是 1",
    example: "",
    async run({ caller }) {
      const { checks } = (await caller(adminSystemApi.health, {})) as CallData<typeof adminSystemApi.health>;
      const wrong = checks.filter(({ state }) => state === "bad");
      if (wrong.length === 0) return checks;
      throw new Refusal("CONFLICT", wrong.map(({ key, detail, todo }) => `${key}：${detail}。${todo}`).join("\n"));
    },
  },
  "job list": {
    usage: "",
    text: "最近的任务与结果",
    example: "",
    run: async ({ caller }) => ((await caller(adminSystemApi.jobs, {})) as CallData<typeof adminSystemApi.jobs>).list,
  },
  "job run": {
    usage: jobKinds.join("|"),
    text: "做一项任务并等它做完；本站在运行时由它来做。--dry-run 只说会改什么",
    example: "recount --dry-run",
    run: ({ words: [kind = ""], ...asked }) => runJob(asked, kind),
  },
  recount: {
    usage: "",
    text: "重算计数，同 job run recount",
    example: "",
    run: (asked) => runJob(asked, "recount"),
  },
  reindex: {
    usage: "",
    text: "重建搜索，同 job run reindex",
    example: "",
    run: (asked) => runJob(asked, "reindex"),
  },
  backup: {
    usage: "文件.tar",
    text: "把数据库与全部文件写成一个归档；本站可以照常运行",
    example: "备份.tar",
    // Whoever keeps the server may need it before there is an owner.
    alone: true,
    async run({ upstream: { services }, words: [name], from, flags }) {
      if (!name) throw new BadUsage("要写一个文件名");
      const file = resolve(from, name);
      if (flags?.dryRun) return `会写入 ${file}`;
      const began = await services.databaseClock();
      const { bytes, files } = await writeBackup(services, file).catch(refused);
      const message = `数据库与 ${files} 个文件已写入 ${file}`;
      await keepFinished(services, { kind: "backup", began, result: { message, problems: [], bytes } });
      return { file, bytes, files };
    },
  },
};

/** Commands that need no site: the database may not be there yet. */
export const OFFLINE_COMMANDS: Record<string, OfflineCommand> = {
  verify: {
    usage: "文件.tar",
    text: "验证一个备份：每个文件的校验和、数据库是否完好、文件是否齐全",
    example: "备份.tar",
    async offline({ words: [name], from }) {
      if (!name) throw new BadUsage("要写一个文件名");
      const { manifest, files, problems } = await verifyBackup(resolve(from, name)).catch(refused);
      if (problems.length > 0) throw new Refusal("CONFLICT", `备份不完好：\n${problems.join("\n")}`);
      return { ...manifest, files, intact: true };
    },
  },
  restore: {
    usage: "文件.tar",
    text: "把备份恢复到空的地方（DATA_DIR、数据库与桶里都还没有东西）；--dry-run 只检查能不能",
    example: "备份.tar --dry-run",
    async offline({ words: [name], from, flags, config }) {
      if (!name) throw new BadUsage("要写一个文件名");
      const dryRun = flags?.dryRun ?? false;
      const { manifest, files } = await restoreBackup(config, resolve(from, name), { dryRun }).catch(refused);
      return `${dryRun ? "可以恢复" : "已恢复"} ${manifest.createdAt} 的备份：数据库与 ${files} 个文件`;
    },
  },
};

async function runJob({ upstream, caller, flags }: Omit<Asked, "words">, name: string): Promise<unknown> {
  if (!jobKinds.includes(name as JobKind)) throw new BadUsage(`任务是其中之一：${jobKinds.join("、")}`);
  const kind = name as JobKind;
  const { services } = upstream;
  if (flags?.dryRun) {
    return TASKS[kind](services, { dryRun: true, progress: async () => {} }).catch(refused);
  }
  const { id } = (await caller(adminSystemApi.startJob, { body: { kind } })) as CallData<
    typeof adminSystemApi.startJob
  >;
  const runner = createJobRunner(services);
  for (;;) {
    await runner.runNext();
    const { list } = (await caller(adminSystemApi.jobs, {})) as CallData<typeof adminSystemApi.jobs>;
    const job = list.find((one) => one.id === id);
    if (!job) throw new Refusal("NOT_FOUND", "任务不见了");
    const { state, message, problems, more } = job;
    if (state === "failed") throw new Refusal("CONFLICT", `${JOBS[kind].name}没有做成：${message}`);
    if (state === "done") return { message, problems, ...(more > 0 ? { more } : {}) };
    // The site itself does it, or another process.
    await new Promise((next) => setTimeout(next, 500));
  }
}

function refused(error: unknown): never {
  const told = error instanceof BackupError || error instanceof BadArchive || error instanceof TaskRefused;
  if (told) throw new Refusal("CONFLICT", error.message);
  if ((error as NodeJS.ErrnoException).code === "ENOENT")
    throw new BadUsage(`没有这个文件：${(error as NodeJS.ErrnoException).path}`);
  throw error;
}
