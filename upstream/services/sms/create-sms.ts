import type { SmsConfig } from "#upstream/config";
import { FAKE_SMS_ACCOUNT, type Fakes } from "../fakes";
import { createAliyunSms } from "./aliyun";
import type { Sms } from "./sms";
import { createTencentSms } from "./tencent";

/** The provider that the configuration names; the fake is Aliyun's client with another end. Null: none. */
export function createSms(config: SmsConfig, clock: () => Date, fakes: Fakes | null): Sms | null {
  switch (config.kind) {
    case "aliyun":
      return createAliyunSms(config, clock, fetch);
    case "tencent":
      return createTencentSms(config, clock, fetch);
    case "fake":
      return fakes && createAliyunSms(FAKE_ALIYUN, clock, fakes.sms.fetch);
    case "off":
      return null;
  }
}

const FAKE_ALIYUN = {
  endpoint: "https://sms.fake.invalid",
  accessKeyId: FAKE_SMS_ACCOUNT.keyId,
  accessKeySecret: FAKE_SMS_ACCOUNT.keySecret,
  signName: FAKE_SMS_ACCOUNT.signName,
  templateCode: FAKE_SMS_ACCOUNT.template,
};
