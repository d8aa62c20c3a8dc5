import { FAKE_SMS_ACCOUNT, type Fakes } from "./fakes";
import { type AliyunConfig, createAliyunSms } from "./sms/aliyun";
import type { Sms } from "./sms/sms";
import { createTencentSms, type TencentConfig } from "./sms/tencent";

/** SMS provider: none, the fake, or an account at Aliyun or Tencent. */
export type SmsConfig =
  | { kind: "off" }
  | { kind: "fake" }
  | ({ kind: "aliyun" } & AliyunConfig)
  | ({ kind: "tencent" } & TencentConfig);

/** Creates the configured SMS client; the fake uses Aliyun's client with another endpoint. Null if SMS is off. */
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
