import { z } from "zod";
import { count, time } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { JOB_STATES, jobKinds } from "./job-kinds";

/** Parts that are looked at to say how the machine is. */
export const HEALTH_CHECKS = [
  "database",
  "migrations",
  "disk",
  "memory",
  "objects",
  "search",
  "jobs",
  "backup",
  "clock",
  "mail",
  "pushes",
  "pressure",
  "version",
] as const;

/** State of something, in one sentence, and what is to be done about it. */
const healthCheck = z.object({
  key: z.enum(HEALTH_CHECKS),
  /** `warn`: soon to be seen to; `bad`: something does not work. */
  state: z.enum(["ok", "warn", "bad"]),
  detail: z.string(),
  /** Empty where nothing has to be done. */
  todo: z.string(),
});
export type HealthCheck = z.output<typeof healthCheck>;

/** A job over the whole site. */
const job = z.object({
  id: z.number(),
  kind: z.enum(jobKinds),
  state: z.enum(JOB_STATES),
  /** Steps that are done; of so many, as far as that is known. */
  done: count,
  total: count.nullable(),
  /** Number of times that it was begun. */
  tries: count,
  askedBy: z.object({ userId: z.number(), nickname: z.string() }).nullable(),
  createdAt: time,
  beganAt: time.nullable(),
  endedAt: time.nullable(),
  /** Outcome in one sentence; null while it goes on. */
  message: z.string().nullable(),
  /** Findings, one by one; `more` of them are not kept. */
  problems: z.array(z.string()),
  more: count,
});
export type AdminJob = z.output<typeof job>;

/** Calls on the machine and on jobs over the whole site. */
export const adminSystemApi = {
  health: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/system",
    permission: "system.manage",
    summary: "后台：数据库、存储、搜索、任务、磁盘、内存、备份、时钟与版本是否正常，不正常时怎么办",
    data: z.object({ checks: z.array(healthCheck) }),
    /** A store that does not answer is waited for. */
    timeout: 20_000,
  }),
  jobs: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/system/job",
    permission: "system.manage",
    summary: "后台：最近的任务，进行到哪里，结果如何",
    data: z.object({ list: z.array(job) }),
  }),
  startJob: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/system/job",
    permission: "system.manage",
    summary: "后台：开始一项任务；同一种任务等待或进行时拒绝",
    body: z.object({ kind: z.enum(jobKinds, { error: "请选择一项任务" }) }),
    data: z.object({ id: z.number() }),
  }),
};
