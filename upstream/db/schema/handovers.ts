import type { Generated } from "kysely";

/** People who were merged into others: where their addresses lead. */
export type MergedPeopleTable = { from_id: number; into_id: number; merged_at: string };

/** 认领链接: by which somebody takes over an author that an import made. Only the SHA-256 of a token is kept. */
export type HandoversTable = {
  id: Generated<number>;
  /** The author. */
  user_id: number;
  token_hash: string;
  made_by: number;
  made_at: string;
  expires_at: string;
  /** Account that took the author over; null until then. */
  taken_by: number | null;
  taken_at: string | null;
  revoked_by: number | null;
  revoked_at: string | null;
};
