import { createHash } from "node:crypto";
import type { Services, Viewer } from "../context";

/** What is stored of a token. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** The person behind `Authorization: Bearer …`; null without a token or with one that is unknown or expired. */
export async function authenticate(services: Services, authorization: string | null): Promise<Viewer | null> {
  const token = /^Bearer (\S{20,200})$/.exec(authorization ?? "")?.[1];
  if (!token) return null;
  const tokenHash = hashToken(token);
  const session = await services.db
    .selectFrom("sessions as s")
    .innerJoin("users as u", "u.id", "s.user_id")
    .select(["s.user_id", "s.expires_at"])
    .where("s.token_hash", "=", tokenHash)
    .where("u.deleted_at", "is", null)
    .executeTakeFirst();
  if (!session || session.expires_at <= services.clock().toISOString()) return null;
  return { userId: session.user_id, tokenHash };
}
