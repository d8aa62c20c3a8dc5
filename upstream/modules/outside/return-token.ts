import { createHmac, timingSafeEqual } from "node:crypto";
import type { Services } from "#upstream/call/context";
import { deriveKey } from "#upstream/services/keys/derive-key";

type Signer = { config: Pick<Services["config"], "secretKey"> };
type Meant = { userId: number; address: string };

const SIGNATURE_LENGTH = 24;
const TOKEN = /^([0-9a-z]{1,11})-([0-9a-f]{24})$/;

/**
 * Token of the return path of a member's letters: signed for their address, so that nothing comes of one that is made up, or of
 * a letter to an address that they have no more. In one case: mail servers may change it.
 */
export const returnToken = (services: Signer, { userId, address }: Meant): string =>
  `${userId.toString(36)}-${sign(services, { userId, address })}`;

/** Number of the member whom such a token names; null for what is none. Whether it is ours, `isReturnToken` says. */
export function memberOfToken(token: string): number | null {
  const userId = Number.parseInt(TOKEN.exec(token)?.[1] ?? "", 36);
  return Number.isSafeInteger(userId) ? userId : null;
}

/** Whether a token was made for this member's letters to this address. */
export function isReturnToken(services: Signer, token: string, meant: Meant): boolean {
  const [given, right] = [token, returnToken(services, meant)].map((text) => Buffer.from(text)) as [Buffer, Buffer];
  return given.length === right.length && timingSafeEqual(given, right);
}

function sign({ config }: Signer, { userId, address }: Meant): string {
  const key = deriveKey(config.secretKey, "mail-return");
  return createHmac("sha256", key).update(`${userId}|${address}`).digest("hex").slice(0, SIGNATURE_LENGTH);
}
