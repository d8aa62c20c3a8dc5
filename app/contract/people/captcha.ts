import { z } from "zod";
import { endpoint } from "#app/contract/endpoint";

/** `blockPuzzle` is AJ-Captcha's slider, `pow` a proof of work, `text` an image of letters. */
export const captchaType = z.enum(["blockPuzzle", "pow", "text"]);

/** Request for a challenge, in the fields of AJ-Captcha's clients. */
export const captchaGetBody = z.object({
  captchaType: captchaType.default("blockPuzzle"),
  clientUid: z.string().max(100).optional(),
  ts: z.number().optional(),
});
/**
 * Fields of AJ-Captcha's `captcha/get`, so that its clients work, and ALTCHA's (version 1) `challenge` for `pow`.
 * Pictures are PNG in base64: 310 × 155 and 47 × 155 pixels for the slider, 180 × 60 for `text`.
 */
export const captchaGetData = z.object({
  captchaType,
  token: z.string(),
  secretKey: z.string().nullable(),
  originalImageBase64: z.string().nullable(),
  jigsawImageBase64: z.string().nullable(),
  wordList: z.array(z.string()).nullable(),
  challenge: z
    .object({
      algorithm: z.string(),
      challenge: z.string(),
      salt: z.string(),
      signature: z.string(),
      /** Upper limit of the number to find. */
      maxnumber: z.number(),
    })
    .nullable(),
});
/** Solution of a challenge, in the fields of AJ-Captcha's clients. */
export const captchaCheckBody = z.object({
  captchaType: captchaType.default("blockPuzzle"),
  token: z.string().min(1).max(200),
  /**
   * `blockPuzzle`: `{"x":123.4,"y":5}`, x on a picture 310 wide, AES-128-ECB with `secretKey`, base64.
   * `pow`: base64 of ALTCHA's JSON `{ algorithm, challenge, number, salt, signature }`. `text`: the letters.
   */
  pointJson: z.string().min(1).max(2000),
});
/** Result of a correct solution; `captchaVerification` is the pass for the call that requires one. */
export const captchaCheckData = z.object({ result: z.boolean(), captchaVerification: z.string() });

/** One-time pass returned by `captcha/check`. */
export const captchaPass = z.string({ error: "请先完成验证" }).min(1, "请先完成验证").max(1000);

/** Captcha pass that accompanies a text if a rule requires one; see `captchaPass`. */
export const captchaVerification = captchaPass.optional();

/** Calls for challenges and passes. */
export const captchaApi = {
  get: endpoint({
    method: "POST",
    path: "/api/captcha/get",
    summary: "取一道验证题",
    body: captchaGetBody,
    data: captchaGetData,
  }),
  check: endpoint({
    method: "POST",
    path: "/api/captcha/check",
    summary: "核对验证题，得到一次性凭证",
    body: captchaCheckBody,
    data: captchaCheckData,
  }),
};
