import type { Generated } from "kysely";

/** All that staff have done, a row for each thing; written with the change itself, never changed. */
export type AuditLogTable = {
  id: Generated<number>;
  at: string;
  /** Null for the command line without a name. */
  actor_id: number | null;
  via: "console" | "command-line" | "schedule" | "setup" | "handover";
  /** JSON list: the roles at that time. */
  roles: string;
  address: Generated<string>;
  request_id: Generated<string>;
  /** `announcement.update`. */
  action: string;
  kind: string;
  /** Id or key of what was changed. */
  target: string;
  /** JSON; null for what was not there. */
  before: string | null;
  /** JSON; null for what is there no more. */
  after: string | null;
  reason: Generated<string>;
  /** The row that this one took back. */
  undo_of: number | null;
  prev_hash: string;
  /** SHA-256 of the row and of `prev_hash`. */
  hash: string;
};

/** The hash of the last row of the log; one row. */
export type AuditEndTable = { id: number; hash: string };
