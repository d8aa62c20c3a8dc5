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
  /** Until when the login holds for the console: a second factor was shown; empty for others. */
  staff_until: Generated<string>;
  /** Until when dangerous things are done without being asked again; empty for never. */
  sudo_until: Generated<string>;
  /** Until when its owner need not prove once more who they are, as right after logging in; empty for never. */
  proven_until: Generated<string>;
};
