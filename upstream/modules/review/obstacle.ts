import { HELD_OBSTACLES, type HeldObstacle } from "#app/contract/admin/review/held-obstacles";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { fromJson } from "#upstream/db/schema/columns";
import { hasAnswer } from "#upstream/modules/answer/one-each";
import { newerText } from "./newer-text";
import type { ReviewRow } from "./queries";

type Held = Pick<ReviewRow, "kind" | "author_id" | "target_id" | "fields">;

/** Question of a held new answer; null for anything else. */
export const questionOfHeld = ({ kind, target_id, fields }: Omit<Held, "author_id">): number | null =>
  kind === "answer" && target_id === null ? (fromJson<{ questionId?: number }>(fields).questionId ?? null) : null;

/** Reason why a held text can't be published, whatever it says; null for none. */
export async function obstacleOf(db: Db, held: Held): Promise<HeldObstacle | null> {
  const questionId = questionOfHeld(held);
  if (questionId !== null) return (await hasAnswer(db, held.author_id, questionId)) ? "answered" : null;
  return (await newerText(db, held)) === null ? null : "outdated";
}

/**
 * Refuses the approval of a held text that can't be published. The caller must hold its author's account, so that two
 * answers at once wait for each other.
 * @throws BusinessError CONFLICT, with a message for staff
 */
export async function refuseObstacle(trx: Db, held: Held): Promise<void> {
  const obstacle = await obstacleOf(trx, held);
  if (obstacle !== null) throw new BusinessError("CONFLICT", HELD_OBSTACLES[obstacle]);
}
