import { createCipheriv, createDecipheriv, randomBytes, randomInt } from "node:crypto";
import { z } from "zod";
import { MINUTE } from "#runtime/time-units";
import { type Captcha, EMPTY_QUESTION } from "./captcha";
import { drawSlider, PIECE_SIZE, SLIDER_HEIGHT, SLIDER_WIDTH } from "./slider-picture";

/** Tolerance of the position in pixels, in either direction. */
const TOLERANCE = 5;
/** Minimum position of the piece in pixels, since it must not lie near its start. */
const X_MIN = 100;
const Y_MARGIN = 8;
/** Value that AJ-Captcha's clients send for y, because the piece only moves horizontally. */
const Y_SENT = 5;

const pointJson = z.object({ x: z.number(), y: z.number() });
type SliderAnswer = { x: number; secretKey: string };

/**
 * AJ-Captcha's `blockPuzzle`, compatible with its clients: they encrypt the point with a key that they received. The
 * encryption hides nothing from a program; solving the captcha only costs some image matching. Source:
 * anji-plus/captcha, `BlockPuzzleCaptchaServiceImpl`.
 */
export const slider: Captcha<SliderAnswer> = {
  lifetime: 2 * MINUTE,

  async ask() {
    const x = randomInt(X_MIN, SLIDER_WIDTH - PIECE_SIZE + 1);
    const y = randomInt(Y_MARGIN, SLIDER_HEIGHT - PIECE_SIZE - Y_MARGIN);
    const secretKey = randomBytes(12).toString("base64url");
    const { original, jigsaw } = await drawSlider({ x, y });
    return {
      question: {
        ...EMPTY_QUESTION,
        secretKey,
        originalImageBase64: original.toString("base64"),
        jigsawImageBase64: jigsaw.toString("base64"),
      },
      answer: { x, secretKey },
    };
  },

  async check({ x, secretKey }, given) {
    const point = parsePoint(decrypt(given, secretKey));
    return point !== null && point.y === Y_SENT && Math.abs(point.x - x) <= TOLERANCE;
  },

  proof(token, { secretKey }, given) {
    return encrypt(`${token}---${decrypt(given, secretKey)}`, secretKey);
  },
};

/** Encrypts a text with AES-128-ECB and PKCS#7, as base64; `key` is 16 ASCII characters. */
export function encrypt(text: string, key: string): string {
  const cipher = createCipheriv("aes-128-ecb", key, null);
  return Buffer.concat([cipher.update(text, "utf8"), cipher.final()]).toString("base64");
}

/** Decrypts what `encrypt` returned; null if it was not encrypted with this key. */
function decrypt(encrypted: string, key: string): string | null {
  try {
    const decipher = createDecipheriv("aes-128-ecb", key, null);
    return Buffer.concat([decipher.update(encrypted, "base64"), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

function parsePoint(text: string | null): z.output<typeof pointJson> | null {
  try {
    return pointJson.parse(JSON.parse(text ?? ""));
  } catch {
    return null;
  }
}
