import type { Generated } from "kysely";
import type { JobKind, JobState } from "#app/contract/admin/system/job-kinds";

/** Site-wide jobs. One runs at a time; of each kind at most one waits or runs. */
export type JobsTable = {
  id: Generated<number>;
  kind: JobKind;
  state: JobState;
  /** Steps done, out of as many as are known. */
  done: Generated<number>;
  total: number | null;
  /** Number of times the job was started. */
  tries: Generated<number>;
  /** Process that runs the job; empty if none. */
  runner: Generated<string>;
  /** Last heartbeat of that process, by the database's clock. */
  beat_at: string | null;
  /** JSON of its result. */
  result: string | null;
  /** Staff member who requested it; null if it was scheduled. */
  asked_by: number | null;
  created_at: string;
  began_at: string | null;
  ended_at: string | null;
};
