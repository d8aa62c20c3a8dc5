import { FAKE_PAY_ACCOUNT, type Fakes } from "./fakes";
import type { Pay } from "./pay/pay";
import type { PayAccount } from "./pay/pay-account";
import { createWechatPay } from "./pay/wechat-pay";

/** Path to which WeChat Pay sends its notifications. */
export const NOTIFY_PATH = "/api/pro/weixin/pay/notify";

/** Payment service: none, the fake, or a merchant account at WeChat Pay, with the API at `base`. */
export type PayConfig = { kind: "off" } | { kind: "fake" } | { kind: "wechat"; account: PayAccount; base: string };

/**
 * Creates the configured payment client; the fake uses the same client with another endpoint. Null if payment is off:
 * only codes can be redeemed.
 */
export function createPay(
  { pay, publicOrigin }: { pay: PayConfig; publicOrigin: string },
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
