import { accountApi } from "#app/contract/account";
import { phone as phoneSchema, smsApi } from "#app/contract/sms";
import { askCaptcha, checkCaptcha } from "#app/features/captcha/captcha-client.server";
import { isPlainForm, textOf } from "#app/server/action-answer.server";
import { gateway, type ServerArgs } from "#app/server/gateway.server";
import { UpstreamError } from "#app/server/upstream-error";
import type { CodePurpose, CodeStep } from "./code-step";

const TO_ANY_PHONE = ["login", "bind-weixin", "change-phone", "verify-phone"] as const;
const TO_OWN_PHONE = ["current-phone", "change-password", "change-weixin", "close-account"] as const;

/** The purpose for which a form asks for a code by its `intent`; null when it asks for something else. */
export function codeAsked(form: FormData): CodePurpose | null {
  const [, purpose] = /^(?:send-code|new-captcha):([a-z-]+)$/.exec(textOf(form, "intent")) ?? [];
  return [...TO_ANY_PHONE, ...TO_OWN_PHONE].find((one) => one === purpose) ?? null;
}

/**
 * One step towards a code in a short message, to the number in the form's `phone` or to the caller's own. A browser
 * without scripts is first shown letters to type; our scripts bring the answer of a captcha along.
 */
export async function sendCode(args: ServerArgs, form: FormData, purpose: CodePurpose): Promise<CodeStep> {
  const phone = textOf(form, "phone");
  const own = TO_OWN_PHONE.find((one) => one === purpose);
  const wrong = own ? null : phoneSchema.safeParse(phone).error?.issues[0]?.message;
  if (wrong) return { purpose, kind: "refused", code: "INVALID_PARAMS", message: wrong, fields: { phone: wrong } };
  const plain = isPlainForm(args.request);
  try {
    const answered = textOf(form, "intent").startsWith("send-code") && textOf(form, "captchaToken") !== "";
    if (plain && !answered) return await showLetters(args, purpose, null);
    const captchaVerification = await checkCaptcha(args, form);
    const { call } = gateway(args);
    const { resendAfter } = own
      ? await call(accountApi.smsCode, { body: { purpose: own, captchaVerification } })
      : await call(smsApi.code, { body: { phone, purpose: anyPhone(purpose), captchaVerification } });
    return { purpose, kind: "sent", resendAfter };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (plain && error.code.startsWith("CAPTCHA_")) return showLettersAgain(args, purpose, error);
    return refusal(purpose, error);
  }
}

const anyPhone = (purpose: CodePurpose) => TO_ANY_PHONE.find((one) => one === purpose) ?? "login";

const refusal = (purpose: CodePurpose, { code, message, fields }: UpstreamError): CodeStep => ({
  purpose,
  kind: "refused",
  code,
  message,
  fields,
});

async function showLetters(args: ServerArgs, purpose: CodePurpose, error: string | null): Promise<CodeStep> {
  const question = await askCaptcha(args, "text");
  return {
    purpose,
    kind: "captcha",
    token: question.token,
    picture: "picture" in question ? question.picture : "",
    error,
  };
}

async function showLettersAgain(args: ServerArgs, purpose: CodePurpose, { message }: UpstreamError): Promise<CodeStep> {
  try {
    return await showLetters(args, purpose, message);
  } catch (error) {
    if (error instanceof UpstreamError) return refusal(purpose, error);
    throw error;
  }
}
