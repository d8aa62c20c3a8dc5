import { createCipheriv, createDecipheriv, randomBytes, randomInt } from "node:crypto";
import { z } from "zod";
import { MINUTE } from "#runtime/time-units";
import { type Captcha, EMPTY_QUESTION } from "./captcha";
import { drawSlider, PIECE_SIZE, SLIDER_HEIGHT, SLIDER_WIDTH } from "./slider-picture";

/** Pixels to either side that a hand may be off. */
const TOLERANCE = 5;
/** The piece never lies near where it starts from. */
const X_MIN = 100;
const Y_MARGIN = 8;
/** Value that AJ-Captcha's clients send for y: the piece only slides sideways. */
const Y_SENT = 5;

const pointJson = z.object({ x: z.number(), y: z.number() });
type SliderAnswer = { x: number; secretKey: string };

/**
 * AJ-Captcha's `blockPuzzle`, so that its clients work: the point comes encrypted with a key that the client
 * was given. That hides nothing from a program; the question costs it some image matching, no more.
 * Source: anji-plus/captcha, `BlockPuzzleCaptchaServiceImpl`.
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

/** AES-128-ECB with PKCS#7, base64; `key` is 16 ASCII characters. */
export function encrypt(text: string, key: string): string {
  const cipher = createCipheriv("aes-128-ecb", key, null);
  return Buffer.concat([cipher.update(text, "utf8"), cipher.final()]).toString("base64");
}

/** The text; null when it is not encrypted with this key. */
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
