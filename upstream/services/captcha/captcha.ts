import type { z } from "zod";
import type { captchaGetData, captchaType } from "#app/contract/captcha";

/** Kinds of captchas, by their names in the contract. */
export type CaptchaType = z.output<typeof captchaType>;
/** Question of a captcha as a browser gets it. */
export type CaptchaQuestion = Omit<z.output<typeof captchaGetData>, "captchaType" | "token">;

/** Question without pictures, words and challenge. */
export const EMPTY_QUESTION: CaptchaQuestion = {
  secretKey: null,
  originalImageBase64: null,
  jigsawImageBase64: null,
  wordList: null,
  challenge: null,
};

/** One way to tell people from programs. What `ask` gives is kept as JSON and handed to `check` once. */
export type Captcha<Answer> = {
  /** Milliseconds from the question to the last moment for an answer. */
  lifetime: number;
  ask(): Promise<{ question: CaptchaQuestion; answer: Answer }>;
  /** Whether `given`, the client's `pointJson`, is the answer; false for anything malformed. */
  check(answer: Answer, given: string): Promise<boolean>;
  /** The proof that a client of this protocol makes up itself after a right answer; null where there is none. */
  proof(token: string, answer: Answer, given: string): string | null;
};
