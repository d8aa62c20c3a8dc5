import { deriveKey } from "#upstream/services/keys/derive-key";
import { createGate } from "#upstream/services/storage/gate";
import type { Captcha, CaptchaType } from "./captcha";
import { letters } from "./letters";
import { createProofOfWork } from "./proof-of-work";
import { slider } from "./slider";

/** Captchas of all kinds. */
export type Captchas = Record<CaptchaType, Captcha<unknown>>;

const WAITING_MAX = 100;

/**
 * Creates all kinds of captchas, by their names in the contract. Challenges are generated one at a time, so that a
 * flood of requests does not occupy all CPUs; `ask` throws BusyError if too many are waiting.
 */
export function createCaptchas(secretKey: string): Captchas {
  const proofOfWork = createProofOfWork(deriveKey(secretKey, "captcha/pow").toString("hex"));
  const gate = createGate(1, WAITING_MAX);
  const gated = <Answer>(captcha: Captcha<Answer>): Captcha<unknown> => ({
    ...captcha,
    ask: () => gate(() => captcha.ask()),
  });
  return { blockPuzzle: gated(slider), pow: gated(proofOfWork), text: gated(letters) };
}
