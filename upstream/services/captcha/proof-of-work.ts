import { createChallenge, verifySolution } from "altcha-lib/v1";
import { z } from "zod";
import { MINUTE } from "#runtime/time-units";
import { type Captcha, EMPTY_QUESTION } from "./captcha";

/** Upper bound of the number. The solver tries half of them on average: about a second on a phone. */
const NUMBER_MAX = 100_000;

const payload = z.object({
  algorithm: z.literal("SHA-256"),
  challenge: z.string(),
  number: z.number().int().min(0).max(NUMBER_MAX),
  salt: z.string(),
  signature: z.string(),
});
type ProofOfWorkAnswer = { challenge: string };

/**
 * ALTCHA's proof of work (version 1): nothing to see or do, so it works with keyboards and screen readers. The client
 * finds the number with SHA-256(salt + number) = challenge and sends it as base64-encoded JSON.
 */
export function createProofOfWork(hmacKey: string): Captcha<ProofOfWorkAnswer> {
  return {
    lifetime: 10 * MINUTE,

    async ask() {
      const { algorithm, challenge, salt, signature } = await createChallenge({ hmacKey, maxNumber: NUMBER_MAX });
      return {
        question: { ...EMPTY_QUESTION, challenge: { algorithm, challenge, salt, signature, maxnumber: NUMBER_MAX } },
        answer: { challenge },
      };
    },

    async check({ challenge }, given) {
      const solution = parsePayload(given);
      return solution?.challenge === challenge && (await verifySolution(solution, hmacKey, false));
    },

    proof: () => null,
  };
}

function parsePayload(given: string): z.output<typeof payload> | null {
  try {
    return payload.parse(JSON.parse(Buffer.from(given, "base64").toString("utf8")));
  } catch {
    return null;
  }
}
