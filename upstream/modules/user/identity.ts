import { nowIso, type Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import type { WechatPerson } from "#upstream/services/wechat/wechat";
import { cleanNickname } from "./nickname";

const provider = "wechat";

/** A WeChat account for a person; its picture is stored if the person has just registered. */
type Binding = { userId: number; person: WechatPerson; isNew?: boolean };

/**
 * Binds a WeChat account to a person; idempotent. @returns whether anything changed
 * @throws BusinessError CONFLICT if the account belongs to somebody else, or the person has another
 */
export async function bindIdentity(
  trx: Db,
  services: Pick<Services, "clock">,
  { userId, person: { subject, nickname, picture }, isNew = false }: Binding,
): Promise<boolean> {
  const offered = { nickname: cleanNickname(nickname), picture: isNew ? picture : "" };
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto("identities")
    .values({ provider, subject, user_id: userId, ...offered, created_at: nowIso(services) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  const bound = await trx
    .selectFrom("identities")
    .select(["subject", "user_id"])
    .where("provider", "=", provider)
    .where((eb) => eb.or([eb("subject", "=", subject), eb("user_id", "=", userId)]))
    .execute();
  if (bound.some((one) => one.user_id !== userId)) throw new BusinessError("CONFLICT", "这个微信已绑定其他账号");
  if (bound.some((one) => one.subject !== subject))
    throw new BusinessError("CONFLICT", "该账号已绑定其他微信，请先解绑");
  return numInsertedOrUpdatedRows > 0n;
}

/** The person that a WeChat account belongs to; undefined for none. */
export function findByIdentity(db: Db, subject: string) {
  return db
    .selectFrom("identities as i")
    .innerJoin("users as u", "u.id", "i.user_id")
    .select(["u.id", "u.registration_pending"])
    .where("i.provider", "=", provider)
    .where("i.subject", "=", subject)
    .where("u.deleted_at", "is", null)
    .executeTakeFirst();
}

/** Unbinds a person's WeChat account. @returns whether one was bound */
export async function unbindIdentity(trx: Db, userId: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("identities")
    .where("provider", "=", provider)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
