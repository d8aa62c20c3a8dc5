import { createHmac, timingSafeEqual } from "node:crypto";
import { MINUTE } from "#runtime/time-units";
import type { Services } from "#upstream/call/context";
import { deriveKey } from "#upstream/services/keys/derive-key";

/** Time to write down what one has to say. */
const LIFETIME = 30 * MINUTE;

/** A ban, and whose it is. */
type Ban = { id: number; userId: number };
type Needs = Pick<Services, "config" | "clock">;

/** Ticket by which whoever has just proven who they are, and is banned, may appeal without a login. */
export function banTicket(services: Needs, { id, userId }: Ban): string {
  const words = `${id}.${userId}.${services.clock().getTime() + LIFETIME}`;
  return `${words}.${signatureOf(services, words)}`;
}

/** The ban that a ticket is for; null for one that is not ours or too old. */
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
