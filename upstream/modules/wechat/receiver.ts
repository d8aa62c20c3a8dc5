import { type MembersCall, nowIso } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { transact } from "#upstream/db/transact";
import { beginAnew } from "#upstream/modules/outside/outside-settings";
import { openidOf, requireOfficialAccount } from "./openid-of";

/**
 * Stores the caller's openid for the official account, replacing the previous one.
 * @throws BusinessError WECHAT_FAILED, RATE_LIMITED
 */
export async function keepReceiver(call: MembersCall, code: string): Promise<void> {
  const { userId } = call.viewer;
  const { appId, messages } = requireOfficialAccount(call);
  if (!messages) throw new BusinessError("WECHAT_FAILED", "本站没有开通微信通知");
  const openid = await openidOf(call, code);
  const row = { app_id: appId, openid, kept_at: nowIso(call), stopped_at: null };
  await transact(call.db, async (trx) => {
    await trx
      .insertInto("wechat_receivers")
      .values({ user_id: userId, ...row })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
      .execute();
    await beginAnew(trx, call, { userId, channel: "wechat" });
  });
}

/** Deletes the caller's openid for the official account; their notification settings are kept. */
export async function removeReceiver({ db, viewer }: MembersCall): Promise<void> {
  await db.deleteFrom("wechat_receivers").where("user_id", "=", viewer.userId).execute();
}
