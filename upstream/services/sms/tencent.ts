import { type ExternalError, type Fetch, requestExternal } from "#upstream/services/external/request-external";
import { SMS_TIMEOUT, type Sms, SmsError } from "./sms";
import { signTencent } from "./tencent-signature";

/** Settings of Tencent Cloud SMS. */
export type TencentConfig = {
  endpoint: string;
  secretId: string;
  secretKey: string;
  region: string;
  /** Id of the SMS application, `1400…`. */
  sdkAppId: string;
  signName: string;
  /** Has one variable: the code. */
  templateId: string;
};

const CONTENT_TYPE = "application/json; charset=utf-8";

/** Client of Tencent Cloud's SendSms (2021-01-11). Errors of the call and of the message both come with HTTP 200. */
export function createTencentSms(config: TencentConfig, clock: () => Date, fetch: Fetch): Sms {
  const { endpoint, secretId, secretKey, region } = config;
  return {
    async sendCode(phone, code) {
      const timestamp = Math.floor(clock().getTime() / 1000);
      const { host } = new URL(endpoint);
      const body = JSON.stringify({
        PhoneNumberSet: [`+86${phone}`],
        SmsSdkAppId: config.sdkAppId,
        SignName: config.signName,
        TemplateId: config.templateId,
        TemplateParamSet: [code],
      });
      const headers = {
        authorization: signTencent({ secretId, secretKey, host, contentType: CONTENT_TYPE, body, timestamp }),
        "content-type": CONTENT_TYPE,
        "x-tc-action": "SendSms",
        "x-tc-version": "2021-01-11",
        "x-tc-timestamp": String(timestamp),
        "x-tc-region": region,
      };
      const reply = await requestExternal(
        fetch,
        new Request(endpoint, { method: "POST", headers, body }),
        SMS_TIMEOUT,
      ).catch((error: ExternalError) => {
        throw new SmsError("unknown", error.message);
      });
      const { Code, Message } = statusOf(reply);
      if (Code !== "Ok") throw new SmsError(reasonOf(Code), `tencent: ${Code}: ${Message}`);
    },
  };
}

type Status = { Code: string; Message: string };
type Reply = { Response?: { Error?: Status; SendStatusSet?: Status[] } };

function statusOf(reply: unknown): Status {
  const { Error: refused, SendStatusSet } = (reply as Reply).Response ?? {};
  return refused ?? SendStatusSet?.[0] ?? { Code: "", Message: "no status" };
}

function reasonOf(code: string): SmsError["reason"] {
  if (/^LimitExceeded\.(PhoneNumber|DeliveryFrequency)/.test(code)) return "limited";
  if (/IncorrectPhoneNumber$|PhoneNumberInBlacklist$/.test(code)) return "number";
  return "refused";
}
