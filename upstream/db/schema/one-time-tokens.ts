/** Handles that work once and for a while. Only the SHA-256 of a token is kept; `payload` is JSON. */
export type OneTimeTokensTable = { token_hash: string; purpose: string; payload: string; expires_at: string };
