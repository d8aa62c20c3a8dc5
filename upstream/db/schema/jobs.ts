import type { Generated } from "kysely";
import type { JobKind, JobState } from "#app/contract/admin/job-kinds";

/** Jobs over the whole site. One runs at a time; of each kind one waits or runs at most. */
export type JobsTable = {
  id: Generated<number>;
  kind: JobKind;
  state: JobState;
  /** Steps that are done, of so many as far as that is known. */
  done: Generated<number>;
  total: number | null;
  /** Number of times that it was begun. */
  tries: Generated<number>;
  /** Process that runs it; empty for none. */
  runner: Generated<string>;
  /** Time at which that process was last heard of, by the database's clock. */
  beat_at: string | null;
  /** JSON of what came of it. */
  result: string | null;
  /** Null where its time had come. */
  asked_by: number | null;
  created_at: string;
  began_at: string | null;
  ended_at: string | null;
};
