import { randomBytes } from "node:crypto";
import { HANDOVER_DAYS_MAX } from "#app/contract/limits";
import { DAY } from "#runtime/time-units";
import { isoIn, nowIso, type Services, type StaffCall } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { hashToken } from "#upstream/db/token-hash";

const TOKEN_BYTES = 32;

/** Message for an invalid link; the same for one that never existed. */
export const SPENT = "这个认领链接已经用过、过期或作废了，请向给你链接的人再要一个";

/** Whether nobody can log in as this person, because an import created them. */
export async function isUnclaimed(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom("users as u")
    .leftJoin("identities as i", "i.user_id", "u.id")
    .select("u.id")
    .where("u.id", "=", userId)
    .where("u.phone", "is", null)
    .where("u.deleted_at", "is", null)
    .where("i.user_id", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Creates a one-time link to take over an author, and invalidates earlier ones. The token is after `#`, so that no
 * proxy logs it.
 * @throws BusinessError NOT_FOUND; CONFLICT if they can log in themselves
 */
export async function makeLink(trx: Db, call: StaffCall, { userId, days }: { userId: number; days: number }) {
  found(
    await trx
      .selectFrom("users")
      .select("id")
      .where("id", "=", userId)
      .where("deleted_at", "is", null)
      .executeTakeFirst(),
  );
  if (!(await isUnclaimed(trx, userId)))
    throw new BusinessError("CONFLICT", "这个账号有自己的登录方式，不能认领；两个账号是一个人的，可以合并");
  const at = nowIso(call);
  const revoked = await openLinks(trx, at).select("id").where("user_id", "=", userId).orderBy("id").execute();
  await revokeLinks(
    trx,
    revoked.map(({ id }) => id),
    { at, by: call.viewer.userId },
  );
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const expiresAt = isoIn(call, Math.min(days, HANDOVER_DAYS_MAX) * DAY);
  const { id } = await trx
    .insertInto("handovers")
    .values({
      user_id: userId,
      token_hash: hashToken(token),
      made_by: call.viewer.userId,
      made_at: at,
      expires_at: expiresAt,
      taken_by: null,
      taken_at: null,
      revoked_by: null,
      revoked_at: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, url: `${call.config.publicOrigin}/handover#${token}`, expiresAt, revoked: revoked.map(({ id }) => id) };
}

/** Links that are valid at a time. */
export const openLinks = (db: Db, now: string) =>
  db
    .selectFrom("handovers")
    .where("taken_at", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now);

/** Revokes links. */
export async function revokeLinks(trx: Db, ids: readonly number[], { at, by }: { at: string; by: number }) {
  if (ids.length === 0) return;
  await trx.updateTable("handovers").set({ revoked_at: at, revoked_by: by }).where("id", "in", ids).execute();
}

type Link = { id: number; userId: number };

/** The valid link of a token. @throws BusinessError FORBIDDEN if it is used, expired, revoked or unknown */
export async function linkOf(db: Db, services: Pick<Services, "clock">, token: string): Promise<Link> {
  const row = await openLinks(db, nowIso(services))
    .select(["id", "user_id"])
    .where("token_hash", "=", hashToken(token.replace(/^.*#/, "")))
    .executeTakeFirst();
  if (!row || !(await isUnclaimed(db, row.user_id))) throw new BusinessError("FORBIDDEN", SPENT);
  return { id: row.id, userId: row.user_id };
}
