import type { Call } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { consumeLimits, networkOf } from "#upstream/policy/limits";
import { refuseWechatError } from "#upstream/policy/refuse-wechat-error";
import type { OfficialAccount } from "#upstream/services/wechat/official-account";

/**
 * The openid of a visitor inside WeChat, for their authorization code.
 * @throws BusinessError WECHAT_FAILED, RATE_LIMITED
 */
export async function openidOf(call: Call, code: string): Promise<string> {
  const account = requireOfficialAccount(call);
  await consumeLimits(call.db, call, [{ limit: "wechatAddress", subject: networkOf(call.client.ip) }]);
  return account.openidOf(code).catch((error: unknown) => refuseWechatError(call, error));
}

/** Returns the site's official account. @throws BusinessError WECHAT_FAILED if none is configured */
export function requireOfficialAccount({ officialAccount }: Pick<Call, "officialAccount">): OfficialAccount {
  if (!officialAccount) throw new BusinessError("WECHAT_FAILED", "本站没有开通微信公众号");
  return officialAccount;
}
