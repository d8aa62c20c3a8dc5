import { z } from "zod";
import { count, time } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { JOB_STATES, jobKinds } from "./job-kinds";

/** Components checked for the machine's health. */
export const HEALTH_CHECKS = [
  "read-only",
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

/** State of a component in one sentence, and what to do about it. */
const healthCheck = z.object({
  key: z.enum(HEALTH_CHECKS),
  /** `warn`: needs attention soon; `bad`: something does not work. */
  state: z.enum(["ok", "warn", "bad"]),
  detail: z.string(),
  /** Empty if nothing has to be done. */
  todo: z.string(),
});
export type HealthCheck = z.output<typeof healthCheck>;

/** A site-wide job. */
const job = z.object({
  id: z.number(),
  kind: z.enum(jobKinds),
  state: z.enum(JOB_STATES),
  /** Completed steps, and the total, if known. */
  done: count,
  total: count.nullable(),
  /** Number of attempts. */
  tries: count,
  askedBy: z.object({ userId: z.number(), nickname: z.string() }).nullable(),
  createdAt: time,
  beganAt: time.nullable(),
  endedAt: time.nullable(),
  /** Result in one sentence; null until it ends. */
  message: z.string().nullable(),
  /** Findings; `more` is the number of those not stored. */
  problems: z.array(z.string()),
  more: count,
});
export type AdminJob = z.output<typeof job>;

/** Calls on the machine and on site-wide jobs. */
export const adminSystemApi = {
  health: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/system",
    permission: "system.manage",
    summary: "后台：数据库、存储、搜索、任务、磁盘、内存、备份、时钟与版本是否正常，不正常时怎么办",
    data: z.object({ checks: z.array(healthCheck) }),
    /** Allows for an object store that does not respond. */
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
