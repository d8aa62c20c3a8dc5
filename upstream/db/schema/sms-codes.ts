import type { Generated } from "kysely";

/** The latest code sent to a number for a purpose, as HMAC; `tries` counts attempts. */
export type SmsCodesTable = {
  /** Digits with the country code: 8613800000000. */
  phone: string;
  purpose: string;
  code_hash: string;
  tries: Generated<number>;
  expires_at: string;
};
