import type { z } from "zod";
import type { captchaGetData, captchaType } from "#app/contract/people/captcha";

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

/**
 * A method of telling people from programs. The answer that `ask` returns is stored as JSON and passed to `check` once.
 */
export type Captcha<Answer> = {
  /** Milliseconds from the question until its answer expires. */
  lifetime: number;
  ask(): Promise<{ question: CaptchaQuestion; answer: Answer }>;
  /** Whether `given`, the client's `pointJson`, is the answer; false for anything malformed. */
  check(answer: Answer, given: string): Promise<boolean>;
  /** Proof that clients of this protocol compute themselves after a correct answer; null if the protocol has none. */
  proof(token: string, answer: Answer, given: string): string | null;
};
