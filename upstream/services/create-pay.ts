import { FAKE_PAY_ACCOUNT, type Fakes } from "./fakes";
import type { Pay } from "./pay/pay";
import type { PayAccount } from "./pay/pay-account";
import { createWechatPay } from "./pay/wechat-pay";

/** Path that WeChat Pay sends its notifications to. */
export const NOTIFY_PATH = "/api/pro/weixin/pay/notify";

/** Receiver of the money: nobody, the fake, or a merchant of WeChat Pay by the API at `base`. */
export type PayConfig = { kind: "off" } | { kind: "fake" } | { kind: "wechat"; account: PayAccount; base: string };

/** The merchant that the configuration names, or the fake's. Null: nothing can be paid, codes can be redeemed. */
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
