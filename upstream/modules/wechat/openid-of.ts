import type { Call } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { consumeLimits, networkOf } from "#upstream/policy/limits";
import type { OfficialAccount } from "#upstream/services/wechat/official-account";
import { WechatError } from "#upstream/services/wechat/wechat";

/**
 * The openid of a visitor inside WeChat, for their authorization code.
 * @throws BusinessError WECHAT_FAILED, RATE_LIMITED
 */
export async function openidOf(call: Call, code: string): Promise<string> {
  const account = requireOfficialAccount(call);
  await consumeLimits(call.db, call, [{ limit: "wechatAddress", subject: networkOf(call.client.ip) }]);
  return account.openidOf(code).catch((error: unknown) => fail(call, error));
}

/** Returns the site's official account. @throws BusinessError WECHAT_FAILED if none is configured */
export function requireOfficialAccount({ officialAccount }: Pick<Call, "officialAccount">): OfficialAccount {
  if (!officialAccount) throw new BusinessError("WECHAT_FAILED", "本站没有开通微信公众号");
  return officialAccount;
}

/** Converts WeChat's errors. @throws BusinessError WECHAT_FAILED for WeChat's errors; others unchanged */
export function fail({ note }: Pick<Call, "note">, error: unknown): never {
  if (!(error instanceof WechatError)) throw error;
  // A used or expired code is common.
  note(error.reason === "code" ? "wechat_code_refused" : "wechat_failed", {
    reason: error.reason,
    error: error.message,
  });
  throw new BusinessError("WECHAT_FAILED", error.reason === "down" ? "微信暂时没有回应，请稍后再试" : undefined);
}
