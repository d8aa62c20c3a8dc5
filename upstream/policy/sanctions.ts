import type { Endpoint } from "#app/contract/endpoint";
import type { AppealState } from "#app/contract/moderation/appeal";
import { type SanctionKind, sanctionKinds, sanctionSentence } from "#app/contract/moderation/sanction-kinds";
import { nowIso, type Services, type Viewer } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { banTicket } from "./ban-ticket";
import { barringOf } from "./barred-calls";

/** A sanction in force: its end (null if permanent) and its reason. */
type InForce = { kind: SanctionKind; reason: string; until_at: string | null };

/** Sanctions of people in force at a time (ISO 8601). */
export const sanctionsInForce = (db: Db, now: string) =>
  db
    .selectFrom("sanctions")
    .where("lifted_at", "is", null)
    .where((eb) => eb.or([eb("until_at", "is", null), eb("until_at", ">", now)]));

/**
 * The sanction in force on a member at a time (ISO 8601), the wider one of several: read only before mute.
 * @param kinds sanctions to look for; by default, all
 */
export const sanctionOn = (db: Db, now: string, userId: number, kinds: readonly SanctionKind[] = sanctionKinds) =>
  sanctionsInForce(db, now)
    .selectAll()
    .where("user_id", "=", userId)
    .where("kind", "in", kinds)
    .orderBy("kind", "desc")
    .limit(1)
    .executeTakeFirst();

/**
 * Refuses a member's call that a sanction bars. This is the only place that does, for all calls; `barred-calls.ts` says
 * which calls are barred.
 * @throws BusinessError FORBIDDEN, naming the sanction, its end and its reason; `data.sanction` is its id, to appeal
 */
export async function refuseSanctioned(
  services: Pick<Services, "db" | "clock">,
  { userId }: Viewer,
  endpoint: Endpoint,
): Promise<void> {
  const barring = barringOf(endpoint);
  if (barring.length === 0) return;
  const one = await sanctionOn(services.db, nowIso(services), userId, barring);
  if (one) throw new BusinessError("FORBIDDEN", sentenceOf(one), { sanction: one.id });
}

/**
 * Refuses the login of a banned member. Called after they have verified their identity, since nobody else may learn of
 * the ban.
 * @throws BusinessError FORBIDDEN, with the ban's end and reason and the state of their appeal; `data.appeal` is a
 * ticket to appeal, if they have not yet
 */
export async function refuseBanned(
  trx: Db,
  services: Pick<Services, "clock" | "config">,
  userId: number,
): Promise<void> {
  const ban = await sanctionOn(trx, nowIso(services), userId, ["ban"]);
  if (!ban) return;
  const appeal = await trx
    .selectFrom("appeals")
    .select(["state", "answer"])
    .where("target_kind", "=", "sanction")
    .where("target_id", "=", ban.id)
    .executeTakeFirst();
  const data = appeal ? null : { appeal: banTicket(services, { id: ban.id, userId }) };
  throw new BusinessError("FORBIDDEN", sentenceOf(ban) + (appeal ? becameOf(appeal) : ""), data);
}

/** Sentence on the outcome of an appeal against a ban still in force. */
const becameOf = ({ state, answer }: { state: AppealState; answer: string }): string =>
  state === "open" ? "你的申诉已收到，正在等待复核。" : `你的申诉已经复核，维持原来的决定。${answer}`;

/** Sentence that tells a member of a sanction and its reason. */
export function sentenceOf({ kind, reason, until_at }: InForce): string {
  return sanctionSentence(kind, until_at, reason);
}
