import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import type { JobKind } from "#app/contract/admin/job-kinds";
import { SECOND } from "#runtime/time-units";
import { nowIso, type Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { type Db, isUniqueViolation } from "#upstream/db/dialect";
import { fromJson, toJson } from "#upstream/db/schema/columns";
import type { JobsTable } from "#upstream/db/schema/jobs";

/** A job as it is stored. */
export type Job = Selectable<JobsTable>;

/** Outcome of a job: a sentence, what is wrong one by one, and for a backup its file. */
export type JobResult = {
  message: string;
  problems: string[];
  /** Of more problems than are kept. */
  more?: number;
  /** Name of the file that was written or looked at, in the place of backups. */
  file?: string;
  bytes?: number;
};

/** Milliseconds after which a process that says nothing has died. */
const LOST_AFTER = 60 * SECOND;
/** Number of times that a job is begun before it counts as failed. */
const TRIES_MAX = 3;

type Clocks = Pick<Services, "db" | "databaseClock">;

/**
 * Puts a job where the next process with nothing to do takes it up. @returns its number
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
    // Somebody else asked for it in the same moment.
    throw isUniqueViolation(error) ? new BusinessError("CONFLICT", "这一项已经在等待或进行中") : error;
  }
}

/**
 * Takes up the oldest job that waits, unless one runs in some process. One whose process died is begun anew, or
 * failed where that happened too often. Null for none.
 */
export async function takeJob({ db, databaseClock }: Clocks): Promise<Job | null> {
  const pending = await db.selectFrom("jobs").selectAll().where("ended_at", "is", null).orderBy("id").execute();
  if (pending.length === 0) return null;
  const now = await databaseClock();
  const running = pending.find(({ state }) => state === "running");
  if (running) {
    // A beat that is still to come was written by a clock that has been put back since; whoever lives beats again.
    if (Math.abs(now.getTime() - Date.parse(running.beat_at ?? "")) < LOST_AFTER) return null;
    await giveBack(db, running, now);
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

/** Lets a job whose process died, or is to end, wait for another. */
async function giveBack(db: Db, job: Job, now: Date): Promise<void> {
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

/** Puts a job back that this process breaks off, as if it had not been begun. */
export async function requeue({ db }: Clocks, job: Job): Promise<void> {
  await ours(db, job)
    .set({ state: "waiting", runner: "", tries: job.tries - 1 })
    .execute();
}

/** Says that a job goes on, and how far it is. @returns whether it is still this process's */
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

/** Ends a job with what came of it. */
export async function endJob(
  { db, databaseClock }: Clocks,
  job: Job,
  { state, result }: { state: "done" | "failed"; result: JobResult },
): Promise<void> {
  await ours(db, job)
    .set({ state, runner: "", ended_at: (await databaseClock()).toISOString(), result: toJson(result) })
    .execute();
}

/** Notes what was done without waiting for its turn, by the command line. */
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

/** A job that went through: when it ended, and what came of it. */
export type DoneJob = { endedAt: string; result: JobResult };

/** The newest job of a kind that went through. */
export async function lastDone(db: Db, kind: JobKind): Promise<DoneJob | null> {
  return (await lastDoneOf(db, [kind]))[kind] ?? null;
}

/** The newest job of each kind that went through, by its kind. */
export async function lastDoneOf<Kind extends JobKind>(
  db: Db,
  kinds: readonly Kind[],
): Promise<Partial<Record<Kind, DoneJob>>> {
  const rows = await db
    .selectFrom("jobs as job")
    .select(["kind", "ended_at", "result"])
    .where("kind", "in", kinds)
    .where("state", "=", "done")
    // By their numbers: a clock may have been put back between two of them.
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
