import { createFakeSearchEngines, type FakeSearchEngines } from "./address-push/fake-search-engines";
import type { Fetch } from "./external/request-external";
import { createFakeMail, type FakeMail } from "./mail/fake-smtp";
import type { FakeWechatPay } from "./pay/fake-charge";
import { createFakePayAccount } from "./pay/fake-pay-account";
import { createFakeWechatPay } from "./pay/fake-wechat-pay";
import { createFakeSms, type FakeSms } from "./sms/fake-gateway";
import type { SmsAccount } from "./sms/fake-sms-state";
import { createFakeWechat, type FakePerson, type FakeWechat } from "./wechat/fake-open-platform";
import type { MessageTemplate } from "./wechat/template-message";

/** External services faked in this process for the demo and for tests. */
export type Fakes = {
  sms: FakeSms;
  wechat: FakeWechat;
  pay: FakeWechatPay;
  mail: FakeMail;
  engines: FakeSearchEngines;
};

/** Account at both fake SMS gateways. */
export const FAKE_SMS_ACCOUNT: SmsAccount = {
  keyId: "demo-key",
  keySecret: "demo-secret",
  appId: "1400000000",
  signName: "社区",
  template: "SMS_000000000",
};
/** Token at the fake Baidu, and key at the fake IndexNow. */
export const FAKE_PUSH_TOKEN = "demo-push-token";
/** Website application at the fake open platform. */
export const FAKE_WECHAT_APP = { appId: "wx0000000000demo00", appSecret: "demo-secret" };
/** Official account at the fake WeChat. */
export const FAKE_OFFICIAL_ACCOUNT = { appId: "wx0000000000demo01", appSecret: "demo-secret-1" };
/** Content of its message template; the labels before the fields are WeChat's. */
const TEMPLATE_CONTENT = "消息数量{{thing1.DATA}}\n最新动态{{thing2.DATA}}\n时间{{time3.DATA}}";
/** Template at the fake WeChat for the site's notifications. */
export const FAKE_TEMPLATE: MessageTemplate = {
  id: "demo-template-0000000000000000000000000000000",
  fields: { thing1: "words", thing2: "newest", time3: "time" },
};
/** Merchant at the fake WeChat Pay. */
export const FAKE_PAY_ACCOUNT = createFakePayAccount(FAKE_OFFICIAL_ACCOUNT.appId);
const FAKE_PEOPLE: readonly FakePerson[] = [
  { openid: "o-demo-1", payerOpenid: "oa-demo-1", unionid: "u-demo-1", nickname: "微信里的阿岚" },
  { openid: "o-demo-2", payerOpenid: "oa-demo-2", nickname: "摄影师老周", pictureless: true, unfollowed: true },
  {
    openid: "o-demo-3",
    payerOpenid: "oa-demo-3",
    unionid: "u-demo-3",
    nickname: "在海边写代码的阿念🌊\u200B周一到周五都在线的那一位",
  },
];
/** WeChat Pay repeats a notification for a day; the demo compresses that into an hour and a half. */
const NOTIFY_SPEEDUP = 16;

/** Creates the fakes. @param deliver receives the requests that they send to the site */
export function createFakes(
  { publicOrigin }: { publicOrigin: string },
  { clock, deliver }: { clock: () => Date; deliver: Fetch },
): Fakes {
  const { host } = new URL(publicOrigin);
  const template = { id: FAKE_TEMPLATE.id, title: "互动消息提醒", content: TEMPLATE_CONTENT };
  const apps = { website: FAKE_WECHAT_APP, officialAccount: FAKE_OFFICIAL_ACCOUNT, template, callbackHost: host };
  return {
    sms: createFakeSms(FAKE_SMS_ACCOUNT, clock),
    wechat: createFakeWechat(apps, FAKE_PEOPLE, clock),
    pay: createFakeWechatPay(FAKE_PAY_ACCOUNT, { clock, deliver, hurry: NOTIFY_SPEEDUP }),
    mail: createFakeMail(clock),
    engines: createFakeSearchEngines({ site: publicOrigin, token: FAKE_PUSH_TOKEN, key: FAKE_PUSH_TOKEN }, clock),
  };
}
