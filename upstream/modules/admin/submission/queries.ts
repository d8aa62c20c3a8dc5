import type { SubmissionState } from "#app/contract/admin/submission-states";
import { type Db, isPostgres } from "#upstream/db/dialect";

const submissions = (db: Db) =>
  db
    .selectFrom("form_submissions as s")
    .leftJoin("users as u", "u.id", "s.user_id")
    .select(["s.id", "s.form_id", "s.created_at", "s.state", "s.staff_note", "s.answers", "s.form_version"])
    .select(["s.user_id", "u.nickname"])
    .where("s.deleted_at", "is", null);

/** An answer to a form with who gave it. */
export type SubmissionRow = NonNullable<Awaited<ReturnType<typeof findSubmission>>>;

/** One answer; undefined when there is none, or it was deleted. */
export const findSubmission = (db: Db, id: number) => submissions(db).where("s.id", "=", id).executeTakeFirst();

type Filter = { formId: number; state?: SubmissionState | undefined; page: number; pageSize: number };

/** A page of the answers to a form, the newest first; one statement. */
export function listSubmissions(db: Db, { formId, state, page, pageSize }: Filter) {
  let query = submissions(db).where("s.form_id", "=", formId);
  if (state !== undefined) query = query.where("s.state", "=", state);
  return query
    .orderBy("s.created_at", "desc")
    .orderBy("s.id", "desc")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
}

/** How many answers a form has, by state. */
export async function submissionCounts(db: Db, formId: number): Promise<Map<SubmissionState, number>> {
  const rows = await db
    .selectFrom("form_submissions")
    .select("state")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("form_id", "=", formId)
    .where("deleted_at", "is", null)
    .groupBy("state")
    .execute();
  return new Map(rows.map(({ state, total }) => [state, Number(total)]));
}

/** The answers to a form after one of them, in the order in which they came. */
export const submissionsAfter = (db: Db, { formId, after, limit }: { formId: number; after: number; limit: number }) =>
  submissions(db).where("s.form_id", "=", formId).where("s.id", ">", after).orderBy("s.id").limit(limit).execute();

/** Answers that are to be changed, in the order of their ids, kept from others who change them until the transaction ends. */
export function lockSubmissions(trx: Db, ids: readonly number[]) {
  const query = trx
    .selectFrom("form_submissions")
    .select(["id", "form_id", "state", "staff_note", "once_by", "deleted_at"])
    .where("id", "in", ids)
    .orderBy("id");
  return (isPostgres(trx) ? query.forUpdate() : query).execute();
}
