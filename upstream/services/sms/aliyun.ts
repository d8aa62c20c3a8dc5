import { randomUUID } from "node:crypto";
import { type ExternalError, type Fetch, requestExternal } from "#upstream/services/external/request-external";
import { signAliyun } from "./aliyun-signature";
import { SMS_TIMEOUT, type Sms, SmsError } from "./sms";

/** Settings of Aliyun SMS. */
export type AliyunConfig = {
  endpoint: string;
  accessKeyId: string;
  accessKeySecret: string;
  signName: string;
  /** `SMS_…`, with one variable `${code}`. */
  templateCode: string;
};

const REASONS: Record<string, SmsError["reason"]> = {
  "isv.BUSINESS_LIMIT_CONTROL": "limited",
  "isv.MOBILE_NUMBER_ILLEGAL": "number",
};

/**
 * Client of Aliyun's SendSms (dysmsapi, 2017-05-25, RPC style). Rejections come with HTTP 200 and a `Code` other than
 * OK.
 */
export function createAliyunSms(config: AliyunConfig, clock: () => Date, fetch: Fetch): Sms {
  return {
    async sendCode(phone, code) {
      const parameters: Record<string, string> = {
        Action: "SendSms",
        Version: "2017-05-25",
        Format: "JSON",
        AccessKeyId: config.accessKeyId,
        SignatureMethod: "HMAC-SHA1",
        SignatureVersion: "1.0",
        SignatureNonce: randomUUID(),
        Timestamp: clock()
          .toISOString()
          .replace(/\.\d+Z$/, "Z"),
        PhoneNumbers: phone,
        SignName: config.signName,
        TemplateCode: config.templateCode,
        TemplateParam: JSON.stringify({ code }),
      };
      const Signature = signAliyun("POST", parameters, config.accessKeySecret);
      // Parameters are sent in the body, because URLs are logged.
      const body = new URLSearchParams({ ...parameters, Signature });
      const reply = await requestExternal(
        fetch,
        new Request(config.endpoint, { method: "POST", body }),
        SMS_TIMEOUT,
      ).catch((error: ExternalError) => {
        throw new SmsError("unknown", error.message);
      });
      if (reply.Code === "OK") return;
      throw new SmsError(REASONS[String(reply.Code)] ?? "refused", `aliyun: ${reply.Code}: ${reply.Message}`);
    },
  };
}
