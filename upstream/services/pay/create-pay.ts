import type { UpstreamConfig } from "#upstream/config";
import { FAKE_PAY_ACCOUNT, type Fakes } from "../fakes";
import type { Pay } from "./pay";
import { createWechatPay } from "./wechat-pay";

/** Where WeChat Pay sends its notices. */
const NOTIFY_PATH = "/api/pro/weixin/pay/notify";

/** The merchant that the configuration names, or the fake's. Null: nothing can be paid, codes can be redeemed. */
export function createPay(
  { pay, publicOrigin }: Pick<UpstreamConfig, "pay" | "publicOrigin">,
  clock: () => Date,
  fakes: Fakes | null,
): Pay | null {
  const notifyUrl = publicOrigin + NOTIFY_PATH;
  switch (pay.kind) {
    case "wechat":
      return createWechatPay(pay.account, { base: pay.base, notifyUrl }, { fetch, clock });
    case "fake": {
      const config = { base: "https://wechat-pay.fake.invalid", notifyUrl };
      return fakes && createWechatPay(FAKE_PAY_ACCOUNT.ours, config, { fetch: fakes.pay.fetch, clock });
    }
    case "off":
      return null;
  }
}
