import type { Services } from "#upstream/call/context";
import type { JobResult } from "#upstream/modules/job/queue";

/** Tools that a job is given beside the services. */
export type Work = {
  /** Nothing is kept: it only says what it would do. */
  dryRun: boolean;
  /** Says how far it is, and gives others their turn. @throws Stopped where it is to break off */
  progress(done: number, total?: number | null): Promise<void>;
};

/** A job's work, in steps that can be done again by whoever begins it anew. */
export type Task = (services: Services, work: Work) => Promise<JobResult>;

/** End of a job that this process is to leave to another, or has lost to one. */
export class Stopped extends Error {
  override name = "Stopped";
}

/** A job that can't be done here, for a reason that its result says. */
export class TaskRefused extends Error {
  override name = "TaskRefused";
}

const PROBLEMS_MAX = 100;

/** Result with so many problems as one reads; the rest is counted. */
export function resultOf(message: string, problems: readonly string[]): JobResult {
  const more = problems.length - PROBLEMS_MAX;
  return { message, problems: problems.slice(0, PROBLEMS_MAX), ...(more > 0 ? { more } : {}) };
}
