import type { SubmissionState } from "#app/contract/admin/content/submission-states";
import { type Db, isPostgres } from "#upstream/db/dialect";

/** States of sign-ups that take a place. */
const TAKES_A_PLACE: readonly SubmissionState[] = ["in", "came"];

/** Number of people who signed up with a form: in total, with a place, and on the waiting list. */
export async function countSignUps(db: Db, formId: number): Promise<{ total: number; in: number; waiting: number }> {
  const rows = await db
    .selectFrom("form_submissions")
    .select("state")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("form_id", "=", formId)
    .where("deleted_at", "is", null)
    .groupBy("state")
    .execute();
  const sum = (states: readonly SubmissionState[] | null) =>
    rows.reduce((all, { state, total }) => all + (states === null || states.includes(state) ? Number(total) : 0), 0);
  return { total: sum(null), in: sum(TAKES_A_PLACE), waiting: sum(["waiting"]) };
}

/**
 * State of a new submission: with a place if the form's activity has places left, else on the waiting list. Concurrent
 * sign-ups wait for the end of this transaction.
 */
export async function newSubmissionState(trx: Db, formId: number): Promise<SubmissionState> {
  const activities = trx
    .selectFrom("activities")
    .select("capacity")
    .where("form_id", "=", formId)
    .where("capacity", "is not", null)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .limit(1);
  const activity = await (isPostgres(trx) ? activities.forUpdate() : activities).executeTakeFirst();
  if (!activity) return "new";
  return (await countSignUps(trx, formId)).in < (activity.capacity ?? 0) ? "in" : "waiting";
}
