import type { AppealState } from "#app/contract/appeal";
import type { Endpoint } from "#app/contract/endpoint";
import { SANCTIONS, type SanctionKind } from "#app/contract/sanction-kinds";
import { nowIso, type Services, type Viewer } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { chinaMinute } from "#upstream/text/china-time";
import { banTicket } from "./ban-ticket";
import { barringOf } from "./barred-calls";

/** A sanction in force: until when (null for good), and why. */
type InForce = { kind: SanctionKind; reason: string; until_at: string | null };

/** Sanctions of people that are in force at a moment (ISO 8601). */
export const sanctionsInForce = (db: Db, now: string) =>
  db
    .selectFrom("sanctions")
    .where("lifted_at", "is", null)
    .where((eb) => eb.or([eb("until_at", "is", null), eb("until_at", ">", now)]));

/**
 * Refuses a call of a member who is kept from such calls. This is the one place that does so, for all calls; which
 * calls those are is said in `barred-calls.ts`.
 * @throws BusinessError FORBIDDEN, with what was imposed, until when and why
 */
export async function refuseSanctioned(
  services: Pick<Services, "db" | "clock">,
  { userId }: Viewer,
  endpoint: Endpoint,
): Promise<void> {
  const barring = barringOf(endpoint);
  if (barring.length === 0) return;
  const one = await sanctionsInForce(services.db, nowIso(services))
    .select(["kind", "reason", "until_at"])
    .where("user_id", "=", userId)
    .where("kind", "in", barring)
    // The wider one says more.
    .orderBy("kind", "desc")
    .limit(1)
    .executeTakeFirst();
  if (one) throw new BusinessError("FORBIDDEN", sentenceOf(one));
}

/**
 * Refuses the login of who is banned. It is asked after they have proven who they are: to nobody else it is told.
 * @throws BusinessError FORBIDDEN, with until when and why, and what became of their appeal; `data.appeal` is a ticket by
 * which they may appeal, where they have not yet
 */
export async function refuseBanned(
  trx: Db,
  services: Pick<Services, "clock" | "config">,
  userId: number,
): Promise<void> {
  const ban = await sanctionsInForce(trx, nowIso(services))
    .select(["id", "kind", "reason", "until_at"])
    .where("user_id", "=", userId)
    .where("kind", "=", "ban")
    .limit(1)
    .executeTakeFirst();
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

/** Sentence on what became of an appeal against a ban that is still in force. */
const becameOf = ({ state, answer }: { state: AppealState; answer: string }): string =>
  state === "open" ? "你的申诉已收到，正在等待复核。" : `你的申诉已经复核，维持原来的决定。${answer}`;

/** Sentence by which a member reads of a sanction: 你的账号已被禁言，至 2026 年 3 月 8 日 16:00。期间不能……。原因：广告 */
export function sentenceOf({ kind, reason, until_at }: InForce): string {
  const { name, text } = SANCTIONS[kind];
  const until = until_at === null ? `已被长期${name}` : `已被${name}至 ${chinaMinute(until_at)}`;
  return `你的账号${until}，${text}。${reason ? `原因：${reason}` : ""}`;
}
