import { randomBytes } from "node:crypto";
import { MINUTE } from "#runtime/time-units";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { issueToken, redeemToken } from "#upstream/db/one-time-tokens";

const CHALLENGE_BYTES = 32;
const LIFETIME = 5 * MINUTE;

/** Purpose of a challenge: one for login proves nothing for a logged-in member, and vice versa. */
export type Ceremony = "passkey-login" | "passkey-proof" | "passkey-add";

/** Issues a challenge that can be answered once, within five minutes, with the data needed then. */
export async function issueChallenge(
  call: Pick<Services, "db" | "clock">,
  ceremony: Ceremony,
  payload: unknown,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(CHALLENGE_BYTES));
  const token = Buffer.from(challenge).toString("base64url");
  await issueToken(call.db, call, { purpose: ceremony, payload, lifetime: LIFETIME, token });
  return challenge;
}

/**
 * Uses up the challenge that an authenticator signed, whatever the outcome.
 * @returns the challenge and its data; null if it is unknown, used, expired or of another ceremony
 */
export async function redeemChallenge<T>(
  db: Db,
  services: Pick<Services, "clock">,
  ceremony: Ceremony,
  clientDataJSON: string,
): Promise<{ challenge: string; payload: T } | null> {
  const challenge = challengeOf(clientDataJSON);
  if (challenge === null) return null;
  const payload = await redeemToken<T>(db, services, ceremony, challenge);
  return payload === null ? null : { challenge, payload };
}

function challengeOf(clientDataJSON: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8")) as Record<
      string,
      unknown
    >;
    return typeof challenge === "string" ? challenge : null;
  } catch {
    return null;
  }
}
