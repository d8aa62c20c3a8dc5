import { type AdminJob, adminSystemApi } from "#app/contract/admin/system/system";
import { implement } from "#upstream/call/implement";
import type { Db } from "#upstream/db/dialect";
import { fromJson } from "#upstream/db/schema/columns";
import { type JobResult, requestJob } from "#upstream/modules/job/queue";
import { staffWrite } from "#upstream/policy/staff-write";
import { healthChecks } from "./health";

/** Maximum jobs listed. */
const LISTED = 20;

export const adminSystem = implement(adminSystemApi, {
  health: async (_, call) => ({ checks: await healthChecks(call) }),

  jobs: async (_, { db }) => ({ list: await listJobs(db) }),

  startJob: ({ body: { kind } }, call) =>
    staffWrite(call, async (trx, note) => {
      const id = await requestJob(trx, call, { kind, askedBy: call.viewer.userId });
      note({ action: "job.start", kind: "job", target: kind, before: null, after: { id } });
      return { id };
    }),
});

/** Newest jobs first. */
async function listJobs(db: Db): Promise<AdminJob[]> {
  const rows = await db
    .selectFrom("jobs as j")
    .leftJoin("users as u", "u.id", "j.asked_by")
    .selectAll("j")
    .select("u.nickname")
    .orderBy("j.id", "desc")
    .limit(LISTED)
    .execute();
  return rows.map((row) => {
    const result = row.result === null ? null : fromJson<JobResult>(row.result);
    return {
      id: row.id,
      kind: row.kind,
      state: row.state,
      tries: row.tries,
      done: Number(row.done),
      total: row.total === null ? null : Number(row.total),
      askedBy: row.asked_by === null ? null : { userId: row.asked_by, nickname: row.nickname ?? "" },
      createdAt: row.created_at,
      beganAt: row.began_at,
      endedAt: row.ended_at,
      message: result?.message ?? null,
      problems: result?.problems ?? [],
      more: result?.more ?? 0,
    };
  });
}
