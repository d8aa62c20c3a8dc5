import { SANCTIONS } from "#app/contract/moderation/sanction-kinds";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { sanctionsInForce } from "#upstream/policy/sanctions";

/**
 * Refuses to replace or lift a member's sanctions if one is in force that was not seen.
 * @param seen ids of the sanctions that were seen, if any were shown
 * @throws BusinessError CONFLICT
 */
export async function refuseUnseenSanctions(
  trx: Db,
  { userId, now, seen }: { userId: number; now: string; seen: readonly number[] | undefined },
): Promise<void> {
  if (seen === undefined) return;
  const rows = await sanctionsInForce(trx, now)
    .select(["id", "kind"])
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
  const fresh = rows.find(({ id }) => !seen.includes(id));
  if (fresh) throw new BusinessError("CONFLICT", `同事刚才处罚过此人（${SANCTIONS[fresh.kind].name}），请看过再处理`);
}
