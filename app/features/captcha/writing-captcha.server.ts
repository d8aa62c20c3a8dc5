import { MESSAGES } from "#app/contract/codes";
import { attempt } from "#app/forms/attempt.server";
import type { Done, Refused } from "#app/forms/form-result";
import { textOf } from "#app/forms/read-form.server";
import { UpstreamError } from "#app/server/errors/upstream-error";
import type { ServerArgs } from "#app/server/server-args.server";
import { askTextCaptcha, checkCaptcha } from "./captcha-client.server";
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
  const { token, picture } = await askTextCaptcha(args);
  return { token, picture, error: isAnswered(form) ? MESSAGES.CAPTCHA_WRONG : null };
}

/** Adds letters to the refusal of a comment that requires them; another result is returned as it is. */
export async function withLetters<Data, Values>(
  args: ServerArgs,
  form: FormData,
  result: WithLetters<Data, Values>,
): Promise<WithLetters<Data, Values>> {
  if (result.status !== "refused" || result.code !== "CAPTCHA_REQUIRED") return result;
  const asked = await attempt(() => askLetters(args, form), { values: result.values });
  if (asked.status !== "ok") return asked;
  return { ...result, fields: {}, detail: { captcha: asked.data } };
}

type WithLetters<Data, Values> = Done<Data> | Refused<Values, { captcha: AskedLetters }>;
