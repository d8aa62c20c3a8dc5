import type { Generated } from "kysely";

/** Audit log of staff actions, one row per changed thing; written with the change and never modified. */
export type AuditLogTable = {
  id: Generated<number>;
  at: string;
  /** Staff member who acted; null for the command line without a name. */
  actor_id: number | null;
  via: "console" | "command-line" | "schedule" | "setup" | "handover";
  /** JSON list of the actor's roles at that time. */
  roles: string;
  address: Generated<string>;
  request_id: Generated<string>;
  /** E.g. `announcement.update`. */
  action: string;
  kind: string;
  /** Id or key of what was changed. */
  target: string;
  /** State before the change as JSON; null if it did not exist before. */
  before: string | null;
  /** State after the change as JSON; null if it no longer exists. */
  after: string | null;
  reason: Generated<string>;
  /** Id of the row that this one undid; null for none. */
  undo_of: number | null;
  prev_hash: string;
  /** SHA-256 of the row including `prev_hash`. */
  hash: string;
};

/** Hash of the log's last row; a single row. */
export type AuditEndTable = { id: number; hash: string };
