/** Tokens that work once and for a limited time. Only the SHA-256 of a token is stored; `payload` is JSON. */
export type OneTimeTokensTable = { token_hash: string; purpose: string; payload: string; expires_at: string };
