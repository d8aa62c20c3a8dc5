/** Address to which a member wants to be written: one they have confirmed. */
export type MailAddressesTable = {
  user_id: number;
  address: string;
  confirmed_at: string;
  /** Time at which its server said that nobody is there; null while letters go out. */
  stopped_at: string | null;
};

/** Address that waits for its code. */
export type MailCodesTable = {
  user_id: number;
  address: string;
  code_hash: string;
  tries: number;
  expires_at: string;
};
