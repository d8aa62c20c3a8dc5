import type { Call, MembersCall } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import { consumeLimits, networkOf } from "#upstream/policy/limits";
import { refuseWechatError } from "#upstream/policy/refuse-wechat-error";
import type { WechatPerson } from "#upstream/services/wechat/wechat";
import { changeCredential } from "./change-credential";
import { bindIdentity, unbindIdentity } from "./identity";
import { redeemProof } from "./prove-owner";
import { findAccount } from "./queries";

/**
 * The WeChat identity behind an authorization code.
 * @throws BusinessError WECHAT_FAILED, RATE_LIMITED
 */
export async function identify(call: Call, code: string): Promise<WechatPerson> {
  const { wechat, db, client } = call;
  if (!wechat) throw new BusinessError("WECHAT_FAILED", "本站没有开通微信登录");
  await consumeLimits(db, call, [{ limit: "wechatAddress", subject: networkOf(client.ip) }]);
  return wechat.identify(code).catch((error: unknown) => refuseWechatError(call, error));
}

/** @throws BusinessError WECHAT_FAILED, CONFLICT; FORBIDDEN without a proof of the owner */
export async function bindWechat(call: MembersCall, { code, proof }: { code: string; proof: string }): Promise<void> {
  const { userId } = call.viewer;
  const person = await identify(call, code);
  await changeCredential(call, "weixin-bound", async (trx) => {
    const { endOtherSessions } = await redeemProof(trx, call, proof);
    return { changed: await bindIdentity(trx, call, { userId, person }), endOthers: endOtherSessions };
  });
}

/** @throws BusinessError PHONE_REQUIRED if there is no other login method; FORBIDDEN without a proof */
export async function unbindWechat(call: MembersCall, proof: string): Promise<void> {
  const { userId } = call.viewer;
  const account = found(await findAccount(call.db, userId));
  if (account.phone === null) throw new BusinessError("PHONE_REQUIRED", "请先绑定手机号，再解绑微信");
  await changeCredential(call, "weixin-unbound", async (trx) => {
    const { endOtherSessions } = await redeemProof(trx, call, proof);
    return { changed: await unbindIdentity(trx, userId), endOthers: endOtherSessions };
  });
}
