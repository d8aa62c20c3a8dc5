import { setTimeout as wait } from "node:timers/promises";
import { HOUR, MINUTE, SECOND } from "#runtime/time-units";
import type { Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { transact } from "#upstream/db/transact";
import {
  endJob,
  heartbeat,
  type Job,
  type JobResult,
  lastDone,
  requestJob,
  requeue,
  takeJob,
} from "#upstream/modules/job/queue";
import { TASKS } from "./tasks";
import { Stopped, TaskRefused } from "./tasks/task";

/** Milliseconds between two signs of life of a job that is in the middle of a step. */
const BEAT_EVERY = 10 * SECOND;
/** Milliseconds that others have between two steps. */
const PAUSE = 20;
/** Milliseconds between two words of how far a job is. */
const TOLD_EVERY = SECOND;
/** Milliseconds that the end of the process waits for a step; what is left then is begun anew by whoever comes next. */
const STOP_WAITS = 5 * SECOND;
/** After so long the next backup is due: once an hour, and not later each time. */
const BACKUP_AFTER = HOUR - 2 * MINUTE;

/** Runs the jobs of the site that wait, as long as no other process runs one. */
export type JobRunner = {
  /** Takes up the next job and runs it to its end. @returns what came of it; null where there was nothing to do */
  runNext(): Promise<{ job: Job; state: "done" | "failed"; result: JobResult } | null>;
  /** Breaks off at the next step, so that another process takes the job up; waits for that. */
  stop(): Promise<void>;
};

/** A runner of this process. */
export function createJobRunner(services: Services): JobRunner {
  let stopped = false;
  let running: Promise<unknown> = Promise.resolve();

  async function run(job: Job) {
    let lost = false;
    const alive = async (progress = {}) => {
      lost ||= !(await heartbeat(services, job, progress).catch(() => true));
    };
    const timer = setInterval(() => void alive(), BEAT_EVERY).unref();
    let told = 0;
    const progress = async (done: number, total: number | null = null) => {
      if (stopped || lost) throw new Stopped();
      const now = performance.now();
      if (done === 0 || now - told > TOLD_EVERY) {
        told = now;
        await alive({ done, total });
      }
      await wait(PAUSE);
    };
    try {
      const result = await TASKS[job.kind](services, { dryRun: false, progress });
      return await end(job, "done", result);
    } catch (error) {
      if (error instanceof Stopped) {
        if (!lost) await requeue(services, job);
        return null;
      }
      if (error instanceof TaskRefused) return await end(job, "failed", { message: error.message, problems: [] });
      services.note("job_failed", { job: job.id, kind: job.kind, error: String(error) });
      return await end(job, "failed", { message: `没有做完：${(error as Error).message}`, problems: [] });
    } finally {
      clearInterval(timer);
    }
  }

  async function end(job: Job, state: "done" | "failed", result: JobResult) {
    await endJob(services, job, { state, result });
    services.note("job_ended", { job: job.id, kind: job.kind, state });
    return { job, state, result };
  }

  return {
    async runNext() {
      if (stopped) return null;
      const job = await takeJob(services);
      if (!job) return null;
      const ended = run(job);
      running = ended.catch(() => {});
      return ended;
    },
    async stop() {
      stopped = true;
      await Promise.race([running, wait(STOP_WAITS)]);
    },
  };
}

/** Asks for the backup of the hour, where there is a place for it and none was made for an hour. */
export async function backUpHourly(services: Services): Promise<void> {
  const { db, config, databaseClock } = services;
  if (!config.backups) return;
  const last = await lastDone(db, "backup");
  // One that is still to come was made by a clock that has been put back since.
  const age = last ? (await databaseClock()).getTime() - Date.parse(last.endedAt) : BACKUP_AFTER;
  if (age > -MINUTE && age < BACKUP_AFTER) return;
  await transact(db, (trx) => requestJob(trx, services, { kind: "backup", askedBy: null })).catch((error: unknown) => {
    // One waits already.
    if (!(error instanceof BusinessError)) throw error;
  });
}
