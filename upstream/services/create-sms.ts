import { FAKE_SMS_ACCOUNT, type Fakes } from "./fakes";
import { type AliyunConfig, createAliyunSms } from "./sms/aliyun";
import type { Sms } from "./sms/sms";
import { createTencentSms, type TencentConfig } from "./sms/tencent";

/** Sender of short messages, and the account there. */
export type SmsConfig =
  | { kind: "off" }
  | { kind: "fake" }
  | ({ kind: "aliyun" } & AliyunConfig)
  | ({ kind: "tencent" } & TencentConfig);

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
