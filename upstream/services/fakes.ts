import { createFakeSms, type FakeSms, type SmsAccount } from "./sms/fake-gateway";
import { createFakeWechat, type FakePerson, type FakeWechat } from "./wechat/fake-open-platform";

/** Services outside, played in this process for the demo and for tests. */
export type Fakes = { sms: FakeSms; wechat: FakeWechat };

export const FAKE_SMS_ACCOUNT: SmsAccount = {
  keyId: "demo-key",
  keySecret: "demo-secret",
  appId: "1400000000",
  signName: "社区",
  template: "SMS_000000000",
};
export const FAKE_WECHAT_APP = { appId: "wx0000000000demo00", appSecret: "demo-secret" };
const FAKE_PEOPLE: readonly FakePerson[] = [
  { openid: "o-demo-1", unionid: "u-demo-1", nickname: "微信里的阿岚" },
  { openid: "o-demo-2", nickname: "没有 unionid 的老周" },
  { openid: "o-demo-3", unionid: "u-demo-3", nickname: "<b>😀</b>\u202E名字很怪而且特别特别特别特别长的人" },
];

export function createFakes({ publicOrigin }: { publicOrigin: string }, clock: () => Date): Fakes {
  const { host } = new URL(publicOrigin);
  return {
    sms: createFakeSms(FAKE_SMS_ACCOUNT, clock),
    wechat: createFakeWechat({ ...FAKE_WECHAT_APP, callbackHost: host }, FAKE_PEOPLE, clock),
  };
}
