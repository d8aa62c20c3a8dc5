import { createHash } from "node:crypto";

/** The stored form of a token, in hexadecimal: whoever reads the database can't log in with it. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");
