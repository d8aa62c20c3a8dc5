import type { Call } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { WechatError } from "#upstream/services/wechat/wechat";

/** Converts WeChat's errors. @throws BusinessError WECHAT_FAILED for WeChat's errors; others unchanged */
export function refuseWechatError({ note }: Pick<Call, "note">, error: unknown): never {
  if (!(error instanceof WechatError)) throw error;
  // A used or expired code is common.
  note(error.reason === "code" ? "wechat_code_refused" : "wechat_failed", {
    reason: error.reason,
    error: error.message,
  });
  throw new BusinessError("WECHAT_FAILED", error.reason === "down" ? "微信暂时没有回应，请稍后再试" : undefined);
}
