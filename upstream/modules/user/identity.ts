import { nowIso, type Services } from "../../context";
import type { Db } from "../../db/dialect";
import { BusinessError } from "../../http/errors";
import type { WechatPerson } from "../../services/wechat/wechat";
import { cleanNickname } from "./nickname";

const provider = "wechat";

/**
 * Binds a WeChat account to a person; binding what is bound already changes nothing.
 * @throws BusinessError CONFLICT when the account is somebody else's, or the person has another
 */
export async function bindIdentity(
  trx: Db,
  services: Pick<Services, "clock">,
  userId: number,
  { subject, nickname }: WechatPerson,
): Promise<void> {
  await trx
    .insertInto("identities")
    .values({ provider, subject, user_id: userId, nickname: cleanNickname(nickname), created_at: nowIso(services) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const bound = await trx
    .selectFrom("identities")
    .select(["subject", "user_id"])
    .where("provider", "=", provider)
    .where((eb) => eb.or([eb("subject", "=", subject), eb("user_id", "=", userId)]))
    .execute();
  if (bound.some((one) => one.user_id !== userId)) throw new BusinessError("CONFLICT", "这个微信已绑定其他账号");
  if (bound.some((one) => one.subject !== subject))
    throw new BusinessError("CONFLICT", "该账号已绑定其他微信，请先解绑");
}

/** Whose WeChat account this is; undefined when it is nobody's. */
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

export async function unbindIdentity(trx: Db, userId: number): Promise<void> {
  await trx.deleteFrom("identities").where("provider", "=", provider).where("user_id", "=", userId).execute();
}
