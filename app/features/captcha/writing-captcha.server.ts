import { MESSAGES } from "#app/contract/codes";
import { textOf } from "#app/forms/read-form.server";
import { UpstreamError } from "#app/server/errors/upstream-error";
import type { ServerArgs } from "#app/server/server-args.server";
import { askCaptcha, checkCaptcha } from "./captcha-client.server";
import type { AskedLetters } from "./captcha-question";

const isAnswered = (form: FormData): boolean =>
  textOf(form, "captchaToken") !== "" && textOf(form, "captchaAnswer") !== "";

/**
 * Returns the pass for a text's captcha; undefined if it has none or its answer is wrong. Whether one is required is
 * decided by the upstream, including for a form that is submitted twice.
 */
export async function writingPass(args: ServerArgs, form: FormData): Promise<string | undefined> {
  if (!isAnswered(form)) return undefined;
  return checkCaptcha(args, form).catch((error: unknown) => {
    if (error instanceof UpstreamError && error.code.startsWith("CAPTCHA_")) return undefined;
    throw error;
  });
}

/**
 * Requests letters to type before a text is published, with the error of the previous ones.
 * @throws UpstreamError RATE_LIMITED
 */
export async function askLetters(args: ServerArgs, form: FormData): Promise<AskedLetters> {
  const question = await askCaptcha(args, "text");
  const picture = "picture" in question ? question.picture : "";
  return { token: question.token, picture, error: isAnswered(form) ? MESSAGES.CAPTCHA_WRONG : null };
}
