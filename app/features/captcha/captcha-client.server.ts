import { createCipheriv } from "node:crypto";
import { captchaApi, captchaType } from "#app/contract/people/captcha";
import { textOf } from "#app/forms/read-form.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import type { CaptchaQuestion } from "./captcha-question";

/** AJ-Captcha's clients send this y with every x, because the piece slides only horizontally. */
const SLIDER_Y = 5;

/** Requests letters to type. @throws UpstreamError RATE_LIMITED */
export async function askTextCaptcha(args: ServerArgs): Promise<TextQuestion> {
  const { token, originalImageBase64 } = await gateway(args).call(captchaApi.get, { body: { captchaType: "text" } });
  return { type: "text", token, picture: originalImageBase64 ?? "" };
}

type TextQuestion = Extract<CaptchaQuestion, { type: "text" }>;

/** Requests a challenge of this kind. @throws UpstreamError RATE_LIMITED */
export async function askCaptcha(args: ServerArgs, type: CaptchaQuestion["type"]): Promise<CaptchaQuestion> {
  if (type === "text") return askTextCaptcha(args);
  const question = await gateway(args).call(captchaApi.get, { body: { captchaType: type } });
  const { token, challenge } = question;
  const picture = question.originalImageBase64 ?? "";
  if (type === "pow" && challenge) return { type, token, challenge };
  return {
    type: "blockPuzzle",
    token,
    key: question.secretKey ?? "",
    picture,
    piece: question.jigsawImageBase64 ?? "",
  };
}

/**
 * Exchanges the answer in a form (`CaptchaFields`) for a pass.
 * @throws UpstreamError CAPTCHA_WRONG, CAPTCHA_EXPIRED …
 */
export async function checkCaptcha(args: ServerArgs, form: FormData): Promise<string> {
  const type = captchaType.safeParse(textOf(form, "captchaType")).data ?? "text";
  const given = textOf(form, "captchaAnswer");
  const body = {
    captchaType: type,
    token: textOf(form, "captchaToken"),
    pointJson: type === "blockPuzzle" ? sliderPoint(Number(given), textOf(form, "captchaKey")) : given,
  };
  return (await gateway(args).call(captchaApi.check, { body })).captchaVerification;
}

/**
 * Encrypts AJ-Captcha's `pointJson`: AES-128-ECB, base64. We do it on the browser's behalf, because Web Crypto has no
 * ECB.
 */
export function sliderPoint(x: number, key: string): string {
  const point = JSON.stringify({ x, y: SLIDER_Y });
  if (Buffer.byteLength(key) !== 16) return point;
  const cipher = createCipheriv("aes-128-ecb", key, null);
  return Buffer.concat([cipher.update(point, "utf8"), cipher.final()]).toString("base64");
}
