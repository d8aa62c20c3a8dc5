import { JOBS, type JobKind, jobKinds } from "#app/contract/admin/system/job-kinds";
import { adminSystemApi, HEALTH_CHECKS, type HealthCheck } from "#app/contract/admin/system/system";
import type { CallData } from "#app/contract/endpoint";
import type { Services } from "#upstream/call/context";
import { createJobRunner } from "#upstream/jobs/run-jobs";
import { TASKS } from "#upstream/jobs/tasks";
import { healthCheck } from "#upstream/modules/admin/system/health";
import { Refusal } from "./as-staff";
import { backupRefused as refused } from "./backup-commands";
import { BadUsage, type Command, type CommandInput, Report } from "./command";

const SIGNS = { bad: "坏了", warn: "留意" } as const;

/** Commands for the machine and site-wide jobs. */
export const SYSTEM_COMMANDS: Record<string, Command> = {
  doctor: {
    usage: "",
    text: "检查数据库、存储、搜索、任务、磁盘、备份、时钟与访问压力，说出要留意的和坏了的；有坏了的时退出码是 1",
    example: "",
    // Without an owner, and on a full disk, where no session can be written.
    alone: true,
    async run({ upstream }) {
      // At once they would compete for the connections, and on a busy machine report each other's delays.
      const { services } = upstream;
      const { connection } = services;
      // No request queues for the connections of a command, and these wait longer than those aside.
      const patient: Services = { ...services, connection: { ...connection, aside: connection.db } };
      const checks: HealthCheck[] = [];
      for (const key of HEALTH_CHECKS) checks.push(await healthCheck(patient, key));
      const told = (["bad", "warn"] as const).flatMap((state) =>
        checks
          .filter((one) => one.state === state)
          .map(({ key, detail, todo }) => `${SIGNS[state]} ${key}：${detail}。${todo}`),
      );
      const rest = checks.length - told.length;
      const isBad = checks.some(({ state }) => state === "bad");
      return new Report([...told, `${told.length > 0 ? "其余 " : ""}${rest} 项正常`].join("\n"), checks, isBad);
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
};

type Outcome = { message: string; problems: readonly string[]; more?: number };

/** Result to print. What a check found makes it a refusal; other jobs have mended what they list. */
function outcomeOf(kind: JobKind, { message, problems, more = 0 }: Outcome): unknown {
  const data = { message, problems, ...(more > 0 ? { more } : {}) };
  if (kind !== "check-files" || problems.length === 0) return data;
  return new Report([message, ...problems, ...(more > 0 ? [`还有 ${more} 个`] : [])].join("\n"), data, true);
}

async function runJob({ upstream, caller, flags }: Omit<CommandInput, "words">, name: string): Promise<unknown> {
  if (!jobKinds.includes(name as JobKind)) throw new BadUsage(`任务是其中之一：${jobKinds.join("、")}`);
  const kind = name as JobKind;
  const { services } = upstream;
  if (flags?.dryRun) {
    return outcomeOf(kind, await TASKS[kind](services, { dryRun: true, progress: async () => {} }).catch(refused));
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
    if (state === "done") return outcomeOf(kind, { message: message ?? "", problems, more });
    // The running site, or another process, executes it.
    await new Promise((next) => setTimeout(next, 500));
  }
}
