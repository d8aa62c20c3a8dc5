import { randomUUID } from "node:crypto";
import type { FakeSmsState } from "./fake-sms-state";
import { signTencent } from "./tencent-signature";

const CLOCK_SKEW_MAX = 5 * 60;
const LIMITED = {
  minute: "LimitExceeded.PhoneNumberThirtySecondLimit",
  hour: "LimitExceeded.PhoneNumberOneHourLimit",
  day: "LimitExceeded.PhoneNumberDailyLimit",
};
type Body = Partial<Record<"SmsSdkAppId" | "SignName" | "TemplateId", string>> & {
  PhoneNumberSet?: string[];
  TemplateParamSet?: string[];
};

/** Fakes Tencent's SendSms. All errors come with HTTP 200. */
export async function answerTencent(desk: FakeSmsState, request: Request): Promise<Response> {
  const body = await request.text();
  const header = (name: string) => request.headers.get(name) ?? "";
  const { account, now } = desk;
  const timestamp = Number(header("x-tc-timestamp"));
  if (!(Math.abs(now.getTime() / 1000 - timestamp) <= CLOCK_SKEW_MAX)) return fail("AuthFailure.SignatureExpire");
  const expected = signTencent({
    secretId: account.keyId,
    secretKey: account.keySecret,
    host: new URL(request.url).host,
    contentType: header("content-type"),
    body,
    timestamp,
  });
  if (!header("authorization").includes(`Credential=${account.keyId}/`)) return fail("AuthFailure.SecretIdNotFound");
  if (header("authorization") !== expected) return fail("AuthFailure.SignatureFailure");
  if (header("x-tc-action") !== "SendSms" || header("x-tc-version") !== "2021-01-11") return fail("InvalidAction");
  if (!header("x-tc-region")) return fail("MissingParameter");
  try {
    return send(desk, JSON.parse(body) as Body);
  } catch {
    return fail("InvalidParameter");
  }
}

function send({ account, deliver, refuseWith }: FakeSmsState, body: Body): Response {
  const [number = "", ...more] = body.PhoneNumberSet ?? [];
  if (!number || more.length) return fail("MissingParameter.EmptyPhoneNumberSet");
  if (refuseWith) return status(number, refuseWith);
  if (body.SmsSdkAppId !== account.appId) return status(number, "InvalidParameterValue.SdkAppIdNotExist");
  if (body.SignName !== account.signName) return status(number, "FailedOperation.SignatureIncorrectOrUnapproved");
  if (body.TemplateId !== account.template) return status(number, "FailedOperation.TemplateIncorrectOrUnapproved");
  const phone = /^(?:\+|00)?(?:86)?(1[3-9]\d{9})$/.exec(number)?.[1];
  if (!phone) return status(number, "InvalidParameterValue.IncorrectPhoneNumber");
  const [code, ...rest] = body.TemplateParamSet ?? [];
  if (typeof code !== "string" || rest.length) {
    return status(number, "InvalidParameterValue.TemplateParameterFormatError");
  }
  const delivered = deliver({ provider: "tencent", phone, code });
  return status(number, delivered === "sent" ? "Ok" : LIMITED[delivered]);
}

function status(PhoneNumber: string, Code: string): Response {
  const SendStatusSet = [{ SerialNo: randomUUID(), PhoneNumber, Fee: 1, SessionContext: "", Code, Message: Code }];
  return Response.json({ Response: { SendStatusSet, RequestId: randomUUID() } });
}

function fail(Code: string): Response {
  return Response.json({ Response: { Error: { Code, Message: Code }, RequestId: randomUUID() } });
}
