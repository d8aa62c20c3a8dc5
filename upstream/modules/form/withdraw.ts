import type { SubmissionState } from "#app/contract/admin/content/submission-states";
import { type MembersCall, nowIso } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { bump } from "#upstream/db/versions";
import { givePlaces, lockPlaces, takesPlace } from "#upstream/modules/activity/sign-ups";
import { limitedWrite } from "#upstream/policy/limited-write";
import { ownSubmissions } from "./own-submission";
import { tellReaders } from "./readers";
import { formStateOf } from "./rules";

/** States in which staff have not dealt with a submission yet, or have only given a place. */
const OPEN: readonly SubmissionState[] = ["new", "in", "waiting"];

/**
 * Withdraws a submission of the caller's, so that they may submit again; staff keep it as withdrawn. A place that it had
 * goes to the first on the waiting list. If they have no such submission (any more), nothing happens.
 * @throws BusinessError FORBIDDEN if it is too late (see `withdrawal`), RATE_LIMITED
 */
export function withdrawSubmission(
  call: MembersCall,
  { formId, submissionId }: { formId: number; submissionId: number },
): Promise<null> {
  return limitedWrite(call, "manage", async (trx, userId) => {
    // Before its row: sign-ups and withdrawals of an activity happen one after another.
    await lockPlaces(trx, formId);
    const own = await ownSubmissions(trx, { formId, userId }).where("id", "=", submissionId).executeTakeFirst();
    const form = await trx
      .selectFrom("forms")
      .select(["title", "opens_at", "closes_at"])
      .where("id", "=", formId)
      .executeTakeFirst();
    if (!own || !form) return null;
    const refusal = (await withdrawal(trx, { ...form, formId, now: nowIso(call) })).refusalOf(own.state);
    if (refusal) throw new BusinessError("FORBIDDEN", refusal);
    const withdrawn = await trx
      .updateTable("form_submissions")
      .set({ state: "withdrawn", once_by: null })
      .where("id", "=", own.id)
      .where("state", "=", own.state)
      .returning("id")
      .executeTakeFirst();
    // A double click, or staff were faster.
    if (!withdrawn) return null;
    if (takesPlace(own.state)) await givePlaces(trx, call, formId, 1);
    await tellReaders(trx, call, { formId, title: form.title, by: userId, kind: "form-withdrawn" });
    await bump(trx, [`form/${formId}`]);
    return null;
  });
}

type Times = { formId: number; opens_at: string | null; closes_at: string | null; now: string };
type Withdrawal = {
  /** Reason why a submission in this state can't be withdrawn; null if it can. */
  refusalOf: (state: SubmissionState) => string | null;
  /** The activity for which the form signs up, if only one uses it. */
  activityId: number | null;
};

/**
 * Whether submissions of a form can be withdrawn at `now` (ISO 8601). A sign-up can be withdrawn until the (last)
 * activity begins, since plans change after registration has closed; any other submission until its form closes.
 */
export async function withdrawal(db: Db, { formId, now, ...form }: Times): Promise<Withdrawal> {
  const activities = await db
    .selectFrom("activities")
    .select(["id", "starts_at"])
    .where("form_id", "=", formId)
    .where("deleted_at", "is", null)
    .orderBy("starts_at", "desc")
    .execute();
  const [last, another] = activities;
  const begun = last && last.starts_at <= now ? "活动已经开始，不能再取消报名" : null;
  const closed = formStateOf(form, now) === "open" ? null : "表单已经截止，不能再撤回";
  const late = last ? begun : closed;
  return {
    refusalOf: (state) => (OPEN.includes(state) ? late : "工作人员已经处理了这一份，要改请联系他们"),
    activityId: last && !another ? last.id : null,
  };
}
