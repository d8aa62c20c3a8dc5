import { z } from "zod";
import { endpoint } from "#app/contract/endpoint";
import { captchaPass } from "./captcha";

/** A mainland mobile number; spaces, hyphens, full-width digits and +86 are accepted and removed. */
export const phone = z
  .string({ error: "请输入手机号" })
  .transform((value) =>
    value
      .normalize("NFKC")
      .replace(/[\s-]/g, "")
      .replace(/^(?:\+|00)?86(?=1\d{10}$)/, ""),
  )
  .pipe(z.string().regex(/^1[3-9]\d{9}$/, "请输入正确的手机号"));

/** SMS code: six digits, full-width ones included. */
export const smsCode = z
  .string({ error: "请输入验证码" })
  .transform((value) => value.normalize("NFKC").trim())
  .pipe(z.string().regex(/^\d{6}$/, "请输入6位数字验证码"));

/** Purpose of a code, which is valid for nothing else. `change-phone` and `verify-phone` are for members only. */
export const smsPurpose = z.enum(["login", "bind-weixin", "change-phone", "verify-phone"]);
/** Purposes of codes sent to the caller's own number. */
export const ownSmsPurpose = z.enum([
  "current-phone",
  "change-password",
  "change-weixin",
  "change-passkey",
  "close-account",
]);
export type SmsPurpose = z.output<typeof smsPurpose> | z.output<typeof ownSmsPurpose>;

/** Request to send a code by SMS. */
export const smsCodeBody = z.object({
  phone,
  purpose: smsPurpose.default("login"),
  captchaVerification: captchaPass,
});
/**
 * Seconds until the next code may be requested, and until this one expires; the same whether or not the number is
 * known.
 */
export const smsCodeData = z.object({ resendAfter: z.number(), expiresIn: z.number() });

/** Calls for codes by SMS. */
export const smsApi = {
  code: endpoint({
    method: "POST",
    path: "/api/sms/code",
    summary: "发送短信验证码",
    body: smsCodeBody,
    data: smsCodeData,
  }),
  codeTest: endpoint({
    method: "GET",
    path: "/api/sms/code-test",
    summary: "读取最近发给某号码的验证码；只在演示模式存在",
    query: z.object({ phone }),
    data: z.object({ code: z.string().nullable() }),
  }),
};
