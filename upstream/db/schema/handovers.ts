import type { Generated } from "kysely";

/** People merged into others, to whose URLs theirs redirect. */
export type MergedPeopleTable = { from_id: number; into_id: number; merged_at: string };

/** 认领链接: links by which somebody takes over an author created by an import. Only the SHA-256 of a token is stored. */
export type HandoversTable = {
  id: Generated<number>;
  /** Author to take over. */
  user_id: number;
  token_hash: string;
  made_by: number;
  made_at: string;
  expires_at: string;
  /** Account that took over the author; null until then. */
  taken_by: number | null;
  taken_at: string | null;
  revoked_by: number | null;
  revoked_at: string | null;
};
