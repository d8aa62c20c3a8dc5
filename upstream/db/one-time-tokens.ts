import { randomBytes } from "node:crypto";
import type { Db } from "./dialect";
import { fromJson, toJson } from "./schema/columns";
import { hashToken } from "./token-hash";

const TOKEN_BYTES = 32;

type Clock = { clock: () => Date };
type Issued = {
  /** A token made for one purpose is worth nothing for another. */
  purpose: string;
  payload: unknown;
  /** Milliseconds. */
  lifetime: number;
  /** Made up unless given; whoever gives one takes care that it can't be guessed. */
  token?: string;
};

/** Keeps `payload` under a token that redeems it once. Only the token's hash is stored. */
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

/**
 * Redeems a token for what it was issued for, once: null for one that is unknown, used, expired or of another
 * purpose.
 */
export async function redeemToken<T>(db: Db, { clock }: Clock, purpose: string, token: string): Promise<T | null> {
  const row = await db
    .deleteFrom("one_time_tokens")
    .where("token_hash", "=", hashToken(token))
    .where("purpose", "=", purpose)
    .returning(["payload", "expires_at"])
    .executeTakeFirst();
  return row && row.expires_at > clock().toISOString() ? fromJson<T>(row.payload) : null;
}
