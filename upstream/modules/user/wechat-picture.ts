import { DAY } from "#runtime/time-units";
import { isoAgo, type MembersCall, type Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { bump } from "#upstream/db/versions";
import { receiveRemotePicture } from "#upstream/modules/upload/write";
import { holdOwnAccount } from "#upstream/policy/hold-account";
import { userKeys } from "./write";

/** Milliseconds for which the WeChat picture is offered to a new member. */
const OFFERED = 30 * DAY;

/** URL of the WeChat picture that a member without a picture may take over; empty for none. */
export async function offeredPicture({ db, viewer }: Pick<MembersCall, "db" | "viewer">): Promise<string> {
  const row = await db
    .selectFrom("identities as i")
    .innerJoin("users as u", "u.id", "i.user_id")
    .select("i.picture")
    .where("i.user_id", "=", viewer.userId)
    .where("i.provider", "=", "wechat")
    .where("u.avatar", "=", "")
    .executeTakeFirst();
  return row?.picture ?? "";
}

/**
 * Copies the offered picture to our store and makes it the member's, unless they have one.
 * @throws BusinessError UPLOAD_REJECTED if it can't be fetched or is not a picture, NOT_FOUND if none is offered,
 * RATE_LIMITED
 */
export async function takeOfferedPicture(call: MembersCall): Promise<void> {
  const { db, viewer } = call;
  const { userId } = viewer;
  const offered = await offeredPicture(call);
  if (!offered) {
    if (await hasPicture(db, userId)) return;
    throw new BusinessError("NOT_FOUND", "微信里没有可以用的头像");
  }
  const { url } = await receiveRemotePicture(call, offered, "avatar");
  await transact(db, async (trx) => {
    await holdOwnAccount(trx, userId);
    await trx.updateTable("users").set({ avatar: url }).where("id", "=", userId).where("avatar", "=", "").execute();
    await trx.updateTable("identities").set({ picture: "" }).where("user_id", "=", userId).execute();
    await bump(trx, userKeys(userId));
  });
}

async function hasPicture(db: Db, userId: number): Promise<boolean> {
  const row = await db.selectFrom("users").select("avatar").where("id", "=", userId).executeTakeFirst();
  return row !== undefined && row.avatar !== "";
}

/** Deletes the URLs of pictures that were not taken over for a month. */
export async function forgetOffered({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  await db
    .updateTable("identities")
    .set({ picture: "" })
    .where("picture", "!=", "")
    .where("created_at", "<=", isoAgo({ clock }, OFFERED))
    .execute();
}
