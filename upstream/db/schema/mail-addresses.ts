/** A member's confirmed mail address. */
export type MailAddressesTable = {
  user_id: number;
  address: string;
  confirmed_at: string;
  /** Time at which the receiving server reported that it does not exist; null while mail is delivered. */
  stopped_at: string | null;
};

/** Mail address waiting for confirmation by a code. */
export type MailCodesTable = {
  user_id: number;
  address: string;
  code_hash: string;
  tries: number;
  expires_at: string;
};
