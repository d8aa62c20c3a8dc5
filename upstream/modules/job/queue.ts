import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import type { JobKind } from "#app/contract/admin/system/job-kinds";
import { SECOND } from "#runtime/time-units";
import { nowIso, type Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { type Db, isUniqueViolation } from "#upstream/db/dialect";
import { fromJson, toJson } from "#upstream/db/schema/columns";
import type { JobsTable } from "#upstream/db/schema/jobs";

/** Row of a job. */
export type Job = Selectable<JobsTable>;

/** Result of a job: a summary, single problems, and the file of a backup. */
export type JobResult = {
  message: string;
  problems: string[];
  /** Number of problems beyond those stored. */
  more?: number;
  /** Name of the file that was written or checked, among the backups. */
  file?: string;
  bytes?: number;
};

/** Milliseconds without a heartbeat after which a process counts as dead. */
const LOST_AFTER = 60 * SECOND;
/** Maximum number of attempts before a job counts as failed. */
const TRIES_MAX = 3;

type Clocks = Pick<Services, "db" | "databaseClock">;

/**
 * Queues a job for the next idle process. @returns its id
 * @throws BusinessError CONFLICT while one of its kind waits or runs
 */
export async function requestJob(
  trx: Db,
  services: Pick<Services, "clock">,
  { kind, askedBy }: { kind: JobKind; askedBy: number | null },
): Promise<number> {
  const pending = await trx
    .selectFrom("jobs")
    .select("id")
    .where("kind", "=", kind)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  if (pending) throw new BusinessError("CONFLICT", "这一项已经在等待或进行中");
  try {
    const { id } = await trx
      .insertInto("jobs")
      .values({ kind, state: "waiting", asked_by: askedBy, created_at: nowIso(services) })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  } catch (error) {
    // Requested concurrently by somebody else.
    throw isUniqueViolation(error) ? new BusinessError("CONFLICT", "这一项已经在等待或进行中") : error;
  }
}

/**
 * Takes the oldest waiting job, unless one is running in some process. If that process died, its job is restarted, or
 * fails after too many attempts. Null if there is none.
 */
export async function takeJob({ db, databaseClock }: Clocks): Promise<Job | null> {
  const pending = await db.selectFrom("jobs").selectAll().where("ended_at", "is", null).orderBy("id").execute();
  if (pending.length === 0) return null;
  const now = await databaseClock();
  const running = pending.find(({ state }) => state === "running");
  if (running) {
    // A heartbeat in the future was written before a clock was set back; a live process will send another.
    if (Math.abs(now.getTime() - Date.parse(running.beat_at ?? "")) < LOST_AFTER) return null;
    await requeueOrFail(db, running, now);
  }
  const next = pending.find(({ state }) => state === "waiting") ?? (running && running.tries < TRIES_MAX && running);
  if (!next) return null;
  const at = now.toISOString();
  try {
    const taken = await db
      .updateTable("jobs")
      .set({
        state: "running",
        runner: randomUUID(),
        beat_at: at,
        began_at: at,
        done: 0,
        total: null,
        tries: next.tries + 1,
      })
      .where("id", "=", next.id)
      .where("state", "=", "waiting")
      .returningAll()
      .executeTakeFirst();
    return taken ?? null;
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}

/** Requeues a job whose process died, or ends it after too many attempts. */
async function requeueOrFail(db: Db, job: Job, now: Date): Promise<void> {
  const failed = job.tries >= TRIES_MAX;
  const result: JobResult = { message: `进行它的进程中断了 ${job.tries} 次`, problems: [] };
  await db
    .updateTable("jobs")
    .set({
      state: failed ? "failed" : "waiting",
      runner: "",
      ...(failed ? { ended_at: now.toISOString(), result: toJson(result) } : {}),
    })
    .where("id", "=", job.id)
    .where("runner", "=", job.runner)
    .where("beat_at", "=", job.beat_at)
    .execute();
}

/** Requeues a job that this process aborts, as if it had not been started. */
export async function requeue({ db }: Clocks, job: Job): Promise<void> {
  await ours(db, job)
    .set({ state: "waiting", runner: "", tries: job.tries - 1 })
    .execute();
}

/** Records a job's progress. @returns whether it still belongs to this process */
export async function heartbeat(
  { db, databaseClock }: Clocks,
  job: Job,
  progress: { done?: number; total?: number | null } = {},
): Promise<boolean> {
  const { numUpdatedRows } = await ours(db, job)
    .set({ beat_at: (await databaseClock()).toISOString(), ...progress })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends a job with its result. */
export async function endJob(
  { db, databaseClock }: Clocks,
  job: Job,
  { state, result }: { state: "done" | "failed"; result: JobResult },
): Promise<void> {
  await ours(db, job)
    .set({ state, runner: "", ended_at: (await databaseClock()).toISOString(), result: toJson(result) })
    .execute();
}

/** Records a job that the command line ran outside the queue. */
export async function keepFinished(
  { db, databaseClock }: Clocks,
  { kind, began, result }: { kind: JobKind; began: Date; result: JobResult },
): Promise<void> {
  const at = began.toISOString();
  const ended_at = (await databaseClock()).toISOString();
  await db
    .insertInto("jobs")
    .values({ kind, state: "done", tries: 1, created_at: at, began_at: at, ended_at, result: toJson(result) })
    .execute();
}

const ours = (db: Db, { id, runner }: Job) => db.updateTable("jobs").where("id", "=", id).where("runner", "=", runner);

/** A successful job: when it ended, and its result. */
export type DoneJob = { endedAt: string; result: JobResult };

/** The latest successful job of a kind. */
export async function lastDone(db: Db, kind: JobKind): Promise<DoneJob | null> {
  return (await lastDoneOf(db, [kind]))[kind] ?? null;
}

/** The latest successful job of each kind, by kind. */
export async function lastDoneOf<Kind extends JobKind>(
  db: Db,
  kinds: readonly Kind[],
): Promise<Partial<Record<Kind, DoneJob>>> {
  const rows = await db
    .selectFrom("jobs as job")
    .select(["kind", "ended_at", "result"])
    .where("kind", "in", kinds)
    .where("state", "=", "done")
    // By id, because a clock may have been set back between two of them.
    .where("id", "=", (of) =>
      of
        .selectFrom("jobs as other")
        .select(({ fn }) => fn.max("other.id").as("newest"))
        .whereRef("other.kind", "=", "job.kind")
        .where("other.state", "=", "done"),
    )
    .execute();
  return Object.fromEntries(
    rows.flatMap(({ kind, ended_at, result }) =>
      ended_at && result ? [[kind, { endedAt: ended_at, result: fromJson<JobResult>(result) }]] : [],
    ),
  ) as Partial<Record<Kind, DoneJob>>;
}
