import { randomBytes } from "node:crypto";
import type { Db } from "./dialect";
import { fromJson, toJson } from "./schema/columns";
import { hashToken } from "./token-hash";

const TOKEN_BYTES = 32;

type Clock = { clock: () => Date };
type Issued = {
  /** A token issued for one purpose can't be redeemed for another. */
  purpose: string;
  payload: unknown;
  /** Validity of the token in milliseconds. */
  lifetime: number;
  /** Random by default; a given token must not be guessable. */
  token?: string;
};

/** Stores `payload` under a token that can be redeemed once. Only the token's hash is stored. */
export async function issueToken(db: Db, { clock }: Clock, issued: Issued): Promise<string> {
  const token = issued.token ?? randomBytes(TOKEN_BYTES).toString("base64url");
  await db
    .insertInto("one_time_tokens")
    .values({
      token_hash: hashToken(token),
      purpose: issued.purpose,
      payload: toJson(issued.payload),
      expires_at: new Date(clock().getTime() + issued.lifetime).toISOString(),
    })
    .execute();
  return token;
}

/** Redeems a token for its purpose, once; null if it is unknown, used, expired or of another purpose. */
export async function redeemToken<T>(db: Db, { clock }: Clock, purpose: string, token: string): Promise<T | null> {
  const row = await db
    .deleteFrom("one_time_tokens")
    .where("token_hash", "=", hashToken(token))
    .where("purpose", "=", purpose)
    .returning(["payload", "expires_at"])
    .executeTakeFirst();
  return row && row.expires_at > clock().toISOString() ? fromJson<T>(row.payload) : null;
}
