import { randomUUID } from "node:crypto";
import { signAliyun } from "./aliyun-signature";
import type { FakeSmsState } from "./fake-sms-state";

const CLOCK_SKEW_MAX = 15 * 60_000;
const LIMITED = { minute: "触发分钟级流控Permits:1", hour: "触发小时级流控Permits:5", day: "触发天级流控Permits:10" };

/** Fakes Aliyun's SendSms. Malformed calls get a 4xx; rejected messages get HTTP 200. */
export async function answerAliyun(desk: FakeSmsState, request: Request): Promise<Response> {
  const fields = Object.fromEntries(new URLSearchParams(await request.text()));
  const { Signature = "", ...signed } = fields;
  const { account, now, nonces } = desk;
  if (signed.AccessKeyId !== account.keyId) return refuse("InvalidAccessKeyId.NotFound", 404);
  if (signAliyun(request.method as "POST", signed, account.keySecret) !== Signature) {
    return refuse("SignatureDoesNotMatch", 400);
  }
  const skew = Math.abs(now.getTime() - Date.parse(signed.Timestamp ?? ""));
  if (!(skew <= CLOCK_SKEW_MAX)) return refuse("InvalidTimeStamp.Expired", 400);
  if (!signed.SignatureNonce || nonces.has(signed.SignatureNonce)) return refuse("SignatureNonceUsed", 400);
  nonces.add(signed.SignatureNonce);
  if (signed.Action !== "SendSms" || signed.Version !== "2017-05-25") return refuse("InvalidAction.NotFound", 404);
  if (desk.refuseWith) return refuse(desk.refuseWith);
  return send(desk, signed);
}

function send({ account, deliver }: FakeSmsState, signed: Record<string, string>): Response {
  const phone = (signed.PhoneNumbers ?? "").replace(/^(\+|00)?86(?=1\d{10}$)/, "");
  if (!/^1[3-9]\d{9}$/.test(phone)) return refuse("isv.MOBILE_NUMBER_ILLEGAL");
  if (signed.SignName !== account.signName) return refuse("isv.SMS_SIGNATURE_ILLEGAL");
  if (signed.TemplateCode !== account.template) return refuse("isv.SMS_TEMPLATE_ILLEGAL");
  const code = codeOf(signed.TemplateParam ?? "");
  if (code === null) return refuse("isv.INVALID_JSON_PARAM");
  if (code === "") return refuse("isv.TEMPLATE_MISSING_PARAMETERS");
  const delivered = deliver({ provider: "aliyun", phone, code });
  if (delivered !== "sent") return refuse("isv.BUSINESS_LIMIT_CONTROL", 200, LIMITED[delivered]);
  return Response.json({ RequestId: randomUUID(), Code: "OK", Message: "OK", BizId: String(Date.now()) });
}

/** The template's variable; empty if it is missing, null if the parameter is not a JSON object of strings. */
function codeOf(templateParam: string): string | null {
  try {
    const { code = "" } = JSON.parse(templateParam) as { code?: unknown };
    return typeof code === "string" ? code : null;
  } catch {
    return null;
  }
}

function refuse(Code: string, status = 200, Message = Code): Response {
  return Response.json({ RequestId: randomUUID(), Code, Message }, { status });
}
