import { zhikuWechatApi } from "#app/contract/zhiku/wechat";
import { invalid } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { requireOfficialAccount } from "#upstream/modules/wechat/openid-of";
import { consumeLimits, networkOf } from "#upstream/policy/limits";
import { refuseWechatError } from "#upstream/policy/refuse-wechat-error";
import { handlePaymentNotification } from "./pay-notify";

/** JS-SDK functions used by our pages. */
const JS_API_LIST = ["chooseWXPay", "updateAppMessageShareData", "updateTimelineShareData"];

export const zhikuWechat = implement(zhikuWechatApi, {
  payNotify: (_, call) => handlePaymentNotification(call),

  async jsSdkConfig({ body: { url } }, call) {
    const account = requireOfficialAccount(call);
    // Otherwise anybody's page could pass as ours.
    if (new URL(url).origin !== call.config.publicOrigin) throw invalid({ url: "只为本站的网页签名" });
    await consumeLimits(call.db, call, [{ limit: "jsSdkAddress", subject: networkOf(call.client.ip) }]);
    const signature = await account.signPage(url).catch((error: unknown) => refuseWechatError(call, error));
    return { appId: account.appId, ...signature, jsApiList: JS_API_LIST };
  },
});
