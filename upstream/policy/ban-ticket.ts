import { createHmac, timingSafeEqual } from "node:crypto";
import { MINUTE } from "#runtime/time-units";
import type { Services } from "#upstream/call/context";
import { deriveKey } from "#upstream/services/keys/derive-key";

/** Long enough to write an appeal. */
const LIFETIME = 30 * MINUTE;

/** A ban and the banned person. */
type Ban = { id: number; userId: number };
type Needs = Pick<Services, "clock"> & { config: Pick<Services["config"], "secretKey"> };

/** Creates a ticket with which a banned person, who has just verified their identity, may appeal without a login. */
export function banTicket(services: Needs, { id, userId }: Ban): string {
  const words = `${id}.${userId}.${services.clock().getTime() + LIFETIME}`;
  return `${words}.${signatureOf(services, words)}`;
}

/** The ban that a ticket is for; null if the ticket is invalid or expired. */
export function readBanTicket(services: Needs, ticket: string): Ban | null {
  const [, words = "", signature = ""] = /^(\d+\.\d+\.\d+)\.([\w-]+)$/.exec(ticket) ?? [];
  const right = Buffer.from(signatureOf(services, words));
  const given = Buffer.from(signature);
  if (right.length !== given.length || !timingSafeEqual(right, given)) return null;
  const [id = 0, userId = 0, until = 0] = words.split(".").map(Number);
  return until > services.clock().getTime() ? { id, userId } : null;
}

const signatureOf = ({ config }: Needs, words: string): string =>
  createHmac("sha256", deriveKey(config.secretKey, "ban-ticket")).update(words).digest("base64url");
