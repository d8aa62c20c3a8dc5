import { createHmac, timingSafeEqual } from "node:crypto";
import { LETTER_SORTS, type LetterSort } from "#app/contract/unsubscribe";
import type { Services } from "#upstream/call/context";
import { deriveKey } from "#upstream/services/keys/derive-key";

/** Configuration that signs: its secret. */
type Signer = { config: Pick<Services["config"], "secretKey"> };
type Meant = { userId: number; sort: LetterSort };

const SIGNATURE_LENGTH = 24;
const TOKEN = /^(\d{1,15})\.([a-z]+)\.([\w-]+)$/;

/**
 * Token of the link by which somebody takes no more letters of a sort: signed, and good for ever, since a letter may be
 * old when its reader has had enough. All that it does is to end letters.
 */
export function unsubscribeToken(services: Signer, { userId, sort }: Meant): string {
  return `${userId}.${sort}.${sign(services, `${userId}.${sort}`)}`;
}

/** Address of the page that such a token opens. */
export const unsubscribeUrl = (services: Pick<Services, "config">, meant: Meant): string =>
  `${services.config.publicOrigin}/unsubscribe/${unsubscribeToken(services, meant)}`;

/** Member whose letters a token ends, and their sort; null for one that is not ours. */
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
