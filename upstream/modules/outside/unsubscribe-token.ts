import { createHmac, timingSafeEqual } from "node:crypto";
import { LETTER_SORTS, type LetterSort } from "#app/contract/notification/unsubscribe";
import type { Services } from "#upstream/call/context";
import { deriveKey } from "#upstream/services/keys/derive-key";

/** The secret for signing. */
type Signer = { config: Pick<Services["config"], "secretKey"> };
type Meant = { userId: number; sort: LetterSort };

const SIGNATURE_LENGTH = 24;
const TOKEN = /^(\d{1,15})\.([a-z]+)\.([\w-]+)$/;

/**
 * Token of an unsubscribe link: signed, without expiry, since a letter may be old when its reader unsubscribes. It can
 * do nothing else.
 */
export function unsubscribeToken(services: Signer, { userId, sort }: Meant): string {
  return `${userId}.${sort}.${sign(services, `${userId}.${sort}`)}`;
}

/** URL of the page that unsubscribes by a token. */
export const unsubscribeUrl = (services: Pick<Services, "config">, meant: Meant): string =>
  `${services.config.publicOrigin}/unsubscribe/${unsubscribeToken(services, meant)}`;

/** Member and sort of an unsubscribe token; null if it is invalid. */
export function readUnsubscribeToken(services: Signer, token: string): Meant | null {
  const [, userId = "", name = "", signature = ""] = TOKEN.exec(token) ?? [];
  const sort = LETTER_SORTS.find((one) => one === name);
  if (!sort) return null;
  const [given, right] = [signature, sign(services, `${userId}.${sort}`)].map((text) => Buffer.from(text)) as [
    Buffer,
    Buffer,
  ];
  return given.length === right.length && timingSafeEqual(given, right) ? { userId: Number(userId), sort } : null;
}

function sign({ config }: Signer, text: string): string {
  const key = deriveKey(config.secretKey, "unsubscribe");
  return createHmac("sha256", key).update(text).digest("base64url").slice(0, SIGNATURE_LENGTH);
}
