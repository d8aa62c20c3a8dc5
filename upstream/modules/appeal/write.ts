import { nowIso, type Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { type AppealTarget, standingDecision } from "./decisions";

/**
 * Stores an appeal; at most one for each decision.
 * @throws BusinessError NOT_FOUND if there is no such decision about the caller; CONFLICT if they have already appealed
 */
export async function sendAppeal(
  trx: Db,
  services: Pick<Services, "clock" | "markdown">,
  { kind, id, words, userId }: AppealTarget & { words: string; userId: number },
): Promise<void> {
  const decision = await standingDecision(trx, services, { kind, id });
  if (decision?.userId !== userId) throw new BusinessError("NOT_FOUND", "这项处理已经不在了，不用申诉");
  const { sort, name, reason, at, by } = decision;
  const sent = await trx
    .insertInto("appeals")
    .values({
      user_id: userId,
      target_kind: kind,
      target_id: id,
      sort,
      name,
      reason,
      decision_at: at,
      decision_by: by,
      words,
      created_at: nowIso(services),
    })
    .onConflict((conflict) => conflict.columns(["target_kind", "target_id", "decision_at"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!sent) throw new BusinessError("CONFLICT", "这项处理已经申诉过了，每项只能申诉一次");
}
