import { createHmac, timingSafeEqual } from "node:crypto";
import type { Services } from "#upstream/call/context";
import { deriveKey } from "#upstream/services/keys/derive-key";

type Signer = { config: Pick<Services["config"], "secretKey"> };
type Meant = { userId: number; address: string };

const SIGNATURE_LENGTH = 24;
const TOKEN = /^([0-9a-z]{1,11})-([0-9a-f]{24})$/;

/**
 * Token for the return path of a member's mail: signed for their address, so that a forged token, or mail to a former
 * address, has no effect. It is case-insensitive, since mail servers may change the case.
 */
export const returnToken = (services: Signer, { userId, address }: Meant): string =>
  `${userId.toString(36)}-${sign(services, { userId, address })}`;

/** Id of the member that such a token names; null if malformed. `isReturnToken` verifies it. */
export function memberOfToken(token: string): number | null {
  const userId = Number.parseInt(TOKEN.exec(token)?.[1] ?? "", 36);
  return Number.isSafeInteger(userId) ? userId : null;
}

/** Whether a token was issued for this member's mail to this address. */
export function isReturnToken(services: Signer, token: string, meant: Meant): boolean {
  const [given, right] = [token, returnToken(services, meant)].map((text) => Buffer.from(text)) as [Buffer, Buffer];
  return given.length === right.length && timingSafeEqual(given, right);
}

function sign({ config }: Signer, { userId, address }: Meant): string {
  const key = deriveKey(config.secretKey, "mail-return");
  return createHmac("sha256", key).update(`${userId}|${address}`).digest("hex").slice(0, SIGNATURE_LENGTH);
}
