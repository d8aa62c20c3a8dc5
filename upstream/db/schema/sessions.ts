/** Logins. Only the SHA-256 of a token is kept. */
export type SessionsTable = {
  token_hash: string;
  user_id: number;
  device: string;
  created_at: string;
  expires_at: string;
};
