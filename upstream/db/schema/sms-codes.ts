import type { Generated } from "kysely";

/** The latest code sent to a number for a purpose, as HMAC; `tries` counts attempts. */
export type SmsCodesTable = {
  /** Digits with the country code: 8613800000000. */
  phone: string;
  purpose: string;
  code_hash: string;
  /** Attempts from the network that requested it. */
  tries: Generated<number>;
  /** Attempts from all other networks together. */
  other_tries: Generated<number>;
  /** Network that requested it, see `networkOf`; empty if unknown. */
  network: Generated<string>;
  expires_at: string;
};
