import type { SubmissionState } from "#app/contract/admin/content/submission-states";
import { type MembersCall, nowIso } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { bump } from "#upstream/db/versions";
import { givePlace, lockPlaces } from "#upstream/modules/activity/sign-ups";
import { limitedWrite } from "#upstream/policy/limited-write";
import { ownSubmission } from "./own-submission";
import { tellReaders } from "./readers";
import { formStateOf } from "./rules";

/** States in which staff have not dealt with a submission yet, or have only given a place. */
const OPEN: readonly SubmissionState[] = ["new", "in", "waiting"];

/**
 * Withdraws the caller's submission of a form that accepts one per person, so that they may submit again; staff keep it
 * as withdrawn. A place that it had goes to the first on the waiting list. If there is none (any more), nothing happens.
 * @throws BusinessError FORBIDDEN if it is too late (see `withdrawal`), RATE_LIMITED
 */
export function withdrawSubmission(call: MembersCall, formId: number): Promise<null> {
  return limitedWrite(call, "manage", async (trx, userId) => {
    // Before its row: sign-ups and withdrawals of an activity happen one after another.
    await lockPlaces(trx, formId);
    const own = await ownSubmission(trx, { formId, userId });
    if (!own) return null;
    const { refusal } = await withdrawal(trx, { ...own, formId, now: nowIso(call) });
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
    const form = { formId, title: own.title };
    if (own.state === "in") await givePlace(trx, call, form);
    await tellReaders(trx, call, { ...form, by: userId, kind: "form-withdrawn" });
    await bump(trx, [`form/${formId}`]);
    return null;
  });
}

type Submitted = {
  formId: number;
  state: SubmissionState;
  opens_at: string | null;
  closes_at: string | null;
  now: string;
};

/**
 * Whether a submission can be withdrawn at `now` (ISO 8601), and the activity that it is a sign-up for, if its form is
 * only used by one. A sign-up can be withdrawn until the (last) activity begins, since plans change after registration
 * has closed; any other submission until its form closes.
 */
export async function withdrawal(
  db: Db,
  { formId, state, now, ...form }: Submitted,
): Promise<{ refusal: string | null; activityId: number | null }> {
  const activities = await db
    .selectFrom("activities")
    .select(["id", "starts_at"])
    .where("form_id", "=", formId)
    .where("deleted_at", "is", null)
    .orderBy("starts_at", "desc")
    .execute();
  const [last, another] = activities;
  const activityId = last && !another ? last.id : null;
  if (!OPEN.includes(state)) return { refusal: "工作人员已经处理了这一份，要改请联系他们", activityId };
  if (last) return { refusal: last.starts_at <= now ? "活动已经开始，不能再取消报名" : null, activityId };
  return { refusal: formStateOf(form, now) === "open" ? null : "表单已经截止，不能再撤回", activityId };
}
