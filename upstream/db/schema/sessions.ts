import type { Generated } from "kysely";

/** Login sessions. Only the SHA-256 of a token is stored. */
export type SessionsTable = {
  token_hash: string;
  user_id: number;
  device: string;
  /** IP address of the login, or of the use at `last_seen_at`. */
  address: Generated<string>;
  created_at: string;
  /** Rounded to the hour; empty until it differs from `created_at`. */
  last_seen_at: Generated<string>;
  expires_at: string;
  /** Time until which the session is valid for the console, after a second factor; empty otherwise. */
  staff_until: Generated<string>;
  /** Time until which dangerous actions need no further verification; empty if they need it now. */
  sudo_until: Generated<string>;
  /** Time until which the owner need not verify their identity again, as right after login; empty if they must. */
  proven_until: Generated<string>;
};
