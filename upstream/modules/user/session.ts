import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Services } from "../../context";
import type { Database } from "../../db/schema";
import { hashToken } from "../../http/auth";

const DAY = 24 * 60 * 60 * 1000;
const SESSION_LIFETIME = 90 * DAY;
const TOKEN_BYTES = 32;

/** Logs a person in; gives the token, of which only the hash is kept. `device` is for the owner to recognise. */
export async function createSession(
  db: Kysely<Database>,
  services: Pick<Services, "clock">,
  session: { userId: number; device?: string },
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const now = services.clock();
  await db
    .insertInto("sessions")
    .values({
      token_hash: hashToken(token),
      user_id: session.userId,
      device: session.device ?? "",
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + SESSION_LIFETIME).toISOString(),
    })
    .execute();
  return token;
}
