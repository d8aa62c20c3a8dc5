import type { Generated } from "kysely";
import type { Role } from "#app/contract/permissions";

/** Staff members, one row per role. */
export type StaffTable = {
  user_id: number;
  role: Role;
  /** Person who granted it; null for the first owner, and from the command line. */
  granted_by: number | null;
  granted_at: string;
};

/** Authenticator apps (TOTP, RFC 6238) of staff. */
export type SecondFactorsTable = {
  user_id: number;
  /** Encrypted with a key derived from `SECRET_KEY`. */
  secret: string;
  /** Time of the first correct code; null before. */
  confirmed_at: string | null;
  /** Last time step (30 s) whose code was accepted; none is accepted twice. */
  last_step: Generated<number>;
  /** Secret, encrypted, of an app that is to replace it once a first code was correct; null if none is. */
  next_secret: string | null;
  /** Time until which that secret can be confirmed, or `secret` itself while it never was; null if that time is over. */
  next_until: string | null;
};

/** Recovery codes for a lost authenticator app, each for one use. Only the SHA-256 is stored. */
export type RecoveryCodesTable = { user_id: number; code_hash: string };
