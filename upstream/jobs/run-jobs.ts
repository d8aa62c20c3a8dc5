import { setTimeout as wait } from "node:timers/promises";
import { HOUR, MINUTE, SECOND } from "#runtime/time-units";
import type { Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { transact } from "#upstream/db/transact";
import { endJob, heartbeat, type Job, type JobResult, requestJob, requeue, takeJob } from "#upstream/modules/job/queue";
import { TASKS } from "./tasks";
import { Stopped, TaskRefused } from "./tasks/task";

/** Milliseconds between two heartbeats of a job during a step. */
const BEAT_EVERY = 10 * SECOND;
/** Milliseconds between two steps, for other work. */
const PAUSE = 20;
/** Milliseconds between two progress updates. */
const TOLD_EVERY = SECOND;
/** Milliseconds that shutdown waits for a step; another process then restarts what is left. */
const STOP_WAITS = 5 * SECOND;
/**
 * Time after which the next backup is due: slightly less than an hour, so that it does not drift. Also after one that
 * failed, since each attempt reads the whole site.
 */
const BACKUP_AFTER = HOUR - 2 * MINUTE;

/** Runs the site's queued jobs; only one process runs one at a time. */
export type JobRunner = {
  /** Runs the next job to its end. @returns its result; null if there was none */
  runNext(): Promise<{ job: Job; state: "done" | "failed"; result: JobResult } | null>;
  /** Interrupts the job at the next step and waits for that, so that another process can resume it. */
  stop(): Promise<void>;
};

/** Creates a runner for this process. */
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

/** Queues the hourly backup, if a location is configured and the last one ended an hour ago, well or not. */
export async function backUpHourly(services: Services): Promise<void> {
  const { db, config, databaseClock } = services;
  if (!config.backups) return;
  const last = await db
    .selectFrom("jobs")
    .select("ended_at")
    .where("kind", "=", "backup")
    .where("ended_at", "is not", null)
    // By id, because a clock may have been set back between two of them.
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  // A negative age means that the clock has been set back since.
  const age = last?.ended_at ? (await databaseClock()).getTime() - Date.parse(last.ended_at) : BACKUP_AFTER;
  if (age > -MINUTE && age < BACKUP_AFTER) return;
  await queueBackup(services);
}

/** Queues a backup, unless one is already queued. */
export async function queueBackup(services: Pick<Services, "db" | "clock">): Promise<void> {
  await transact(services.db, (trx) => requestJob(trx, services, { kind: "backup", askedBy: null })).catch(
    (error: unknown) => {
      if (!(error instanceof BusinessError)) throw error;
    },
  );
}
