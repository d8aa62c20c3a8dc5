import { accountApi } from "#app/contract/people/account";
import { phone as phoneSchema, smsApi } from "#app/contract/people/sms";
import { askTextCaptcha, checkCaptcha } from "#app/features/captcha/captcha-client.server";
import { refusedResult } from "#app/forms/attempt.server";
import type { InStep, Refused } from "#app/forms/form-result";
import { isPlainForm } from "#app/forms/is-plain-form.server";
import { textOf } from "#app/forms/read-form.server";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { type CodePurpose, type CodeStep, codeFieldOf, isToOwnPhone, TO_ANY_PHONE, TO_OWN_PHONE } from "./code-step";

/** Purpose of the code that a form's `intent` requests; null for other intents. */
export function codeAsked(form: FormData): CodePurpose | null {
  const [, purpose] = /^(?:send-code|new-captcha):([a-z-]+)$/.exec(textOf(form, "intent")) ?? [];
  return [...TO_ANY_PHONE, ...TO_OWN_PHONE].find((one) => one === purpose) ?? null;
}

/** Result of a request for a code. */
type Asked<Values> = InStep<CodeStep, Values> | Refused<Values>;

/**
 * Sends an SMS code to the form's `phone` or to the viewer's own number, after a captcha. Without scripts, the form
 * first shows letters to type; with scripts, it contains the captcha's result.
 * @param values submitted values to return
 */
export async function sendCode<Values>(
  args: ServerArgs,
  form: FormData,
  purpose: CodePurpose,
  values: Partial<Values> = {},
): Promise<Asked<Values>> {
  const phone = textOf(form, "phone");
  const wrong = isToOwnPhone(purpose) ? null : phoneSchema.safeParse(phone).error?.issues[0]?.message;
  if (wrong) return { status: "refused", code: "INVALID_PARAMS", message: wrong, fields: { phone: wrong }, values };
  const plain = isPlainForm(args.request);
  const inStep = (step: CodeStep): Asked<Values> => ({ status: "step", step, values });
  // Errors that don't concern the phone number are shown at the code's field.
  const refused = (error: UpstreamError): Asked<Values> => {
    const { fields, ...rest } = refusedResult(error, values);
    return { ...rest, fields: fields.phone ? fields : { [codeFieldOf(purpose)]: error.message } };
  };
  try {
    const answered = textOf(form, "intent").startsWith("send-code") && textOf(form, "captchaToken") !== "";
    if (plain && !answered) return inStep(await showLetters(args, purpose, null));
    const captchaVerification = await checkCaptcha(args, form);
    const { call } = gateway(args);
    const { resendAfter } = isToOwnPhone(purpose)
      ? await call(accountApi.smsCode, { body: { purpose, captchaVerification } })
      : await call(smsApi.code, { body: { phone, purpose, captchaVerification } });
    return inStep({ purpose, kind: "sent", resendAfter });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (!plain || !error.code.startsWith("CAPTCHA_")) return refused(error);
    return showLetters(args, purpose, error.message).then(inStep, (again) => {
      if (again instanceof UpstreamError) return refused(again);
      throw again;
    });
  }
}

async function showLetters(args: ServerArgs, purpose: CodePurpose, error: string | null): Promise<CodeStep> {
  const { token, picture } = await askTextCaptcha(args);
  return { purpose, kind: "captcha", token, picture, error };
}
