import type { Services } from "#upstream/call/context";
import type { JobResult } from "#upstream/modules/job/queue";

/** Tools of a job, besides the services. */
export type Work = {
  /** Whether nothing is to be stored: the job only reports what it would do. */
  dryRun: boolean;
  /** Reports progress and yields to other work. @throws Stopped if the job must break off */
  progress(done: number, total?: number | null): Promise<void>;
};

/** Work of a job, in steps that can be repeated after a restart. */
export type Task = (services: Services, work: Work) => Promise<JobResult>;

/** The process must leave the job to another one, or has lost it. */
export class Stopped extends Error {
  override name = "Stopped";
}

/** A job that can't run here; the message says why. */
export class TaskRefused extends Error {
  override name = "TaskRefused";
}

const PROBLEMS_MAX = 100;

/** Result with a limited number of problems; the rest is counted. */
export function resultOf(message: string, problems: readonly string[]): JobResult {
  const more = problems.length - PROBLEMS_MAX;
  return { message, problems: problems.slice(0, PROBLEMS_MAX), ...(more > 0 ? { more } : {}) };
}
