import type { Generated } from "kysely";

/** Logins. Only the SHA-256 of a token is kept. */
export type SessionsTable = {
  token_hash: string;
  user_id: number;
  device: string;
  /** The network address of the login. */
  address: Generated<string>;
  created_at: string;
  /** Kept to the hour; empty until it differs from `created_at`. */
  last_seen_at: Generated<string>;
  expires_at: string;
};
