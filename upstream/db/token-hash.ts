import { createHash } from "node:crypto";

/** Stored form of a token, hexadecimal: reading the database does not allow logging in with it. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");
