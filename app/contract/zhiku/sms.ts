import { z } from "zod";
import { endpoint, ofPart } from "#app/contract/endpoint";
import { phone, smsCode, smsCodeBody, smsCodeData } from "#app/contract/people/sms";

/** SMS code calls under zhiku's paths. */
export const zhikuSmsApi = ofPart("zhiku", {
  code: endpoint({
    method: "POST",
    path: "/api/pro/sms/code",
    summary: "发送短信验证码",
    body: smsCodeBody,
    data: smsCodeData,
  }),
  codeTest: endpoint({
    method: "POST",
    path: "/api/pro/sms/code-test",
    summary: "读取最近发给某号码的验证码；只在演示模式存在",
    body: z.object({ phone }),
    data: z.object({ code: z.string().nullable() }),
  }),
  verify: endpoint({
    method: "POST",
    path: "/api/pro/sms/verify",
    summary: "核对 verify-phone 验证码，得到该号码的一次性凭证，用于修改职业信息",
    body: z.object({ phone, code: smsCode }),
    /** `expiresIn` in seconds. */
    data: z.object({ phoneTicket: z.string(), expiresIn: z.number() }),
  }),
});
