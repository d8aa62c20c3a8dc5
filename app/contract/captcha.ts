import { z } from "zod";
import { endpoint } from "./endpoint";

/** `blockPuzzle` is AJ-Captcha's slider, `pow` a proof of work, `text` an image of letters. */
export const captchaType = z.enum(["blockPuzzle", "pow", "text"]);

export const captchaGetBody = z.object({
  captchaType: captchaType.default("blockPuzzle"),
  clientUid: z.string().max(100).optional(),
  ts: z.number().optional(),
});
/** The fields of AJ-Captcha's `captcha/get`, so that its clients work, and `challenge` for `pow`. */
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
      maxNumber: z.number(),
    })
    .nullable(),
});
export const captchaCheckBody = z.object({
  captchaType: captchaType.default("blockPuzzle"),
  token: z.string().min(1).max(200),
  /** AES-128-ECB of the point for `blockPuzzle`, the solution for `pow`, the letters for `text`. */
  pointJson: z.string().min(1).max(2000),
});
export const captchaCheckData = z.object({ result: z.boolean(), captchaVerification: z.string() });

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
