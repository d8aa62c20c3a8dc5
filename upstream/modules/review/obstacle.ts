import { HELD_OBSTACLES, type HeldObstacle } from "#app/contract/admin/review/held-obstacles";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { newerText } from "./newer-text";
import type { ReviewRow } from "./queries";

type Held = Pick<ReviewRow, "kind" | "target_id" | "fields">;

/** Reason why a held text can't be published, whatever it says; null for none. */
export async function obstacleOf(db: Db, held: Held): Promise<HeldObstacle | null> {
  return (await newerText(db, held)) === null ? null : "outdated";
}

/** Refuses the approval of a held text that can't be published. @throws BusinessError CONFLICT, with why, for staff */
export async function refuseObstacle(trx: Db, held: Held): Promise<void> {
  const obstacle = await obstacleOf(trx, held);
  if (obstacle !== null) throw new BusinessError("CONFLICT", HELD_OBSTACLES[obstacle]);
}
