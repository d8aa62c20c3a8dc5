import type { Generated } from "kysely";
import type { Role } from "#app/contract/permissions";

/** People who work for the site, a row for each role. */
export type StaffTable = {
  user_id: number;
  role: Role;
  /** Person who gave it; null for the first owner, and from the command line. */
  granted_by: number | null;
  granted_at: string;
};

/** Authenticator apps (TOTP, RFC 6238) of staff. */
export type SecondFactorsTable = {
  user_id: number;
  /** Sealed with a key of `SECRET_KEY`. */
  secret: string;
  /** Null until a first code was right. */
  confirmed_at: string | null;
  /** The last 30 seconds whose code was taken: none is taken twice. */
  last_step: Generated<number>;
};

/** Codes in place of a lost authenticator app; each works once. Only the SHA-256 is kept. */
export type RecoveryCodesTable = { user_id: number; code_hash: string };
