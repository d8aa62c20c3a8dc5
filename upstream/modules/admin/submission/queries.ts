import { type RawBuilder, sql } from "kysely";
import type { SubmissionState } from "#app/contract/admin/content/submission-states";
import type { FormField } from "#app/contract/content/form";
import { type Db, isPostgres, rowLock } from "#upstream/db/dialect";
import { containsWord, folded } from "#upstream/db/like";
import { matchesPerson } from "#upstream/modules/admin/list/matching";
import { pageOf } from "#upstream/modules/admin/list/page";
import { beyond, cursorAfter, readPosition } from "#upstream/modules/admin/list/position";

const submissions = (db: Db) =>
  db
    .selectFrom("form_submissions as s")
    .leftJoin("users as u", "u.id", "s.user_id")
    .select(["s.id", "s.form_id", "s.created_at", "s.state", "s.staff_note", "s.answers", "s.form_version"])
    .select(["s.user_id", "u.nickname"])
    .where("s.deleted_at", "is", null);

/** A submission with its submitter. */
export type SubmissionRow = NonNullable<Awaited<ReturnType<typeof findSubmission>>>;

/** One submission; undefined if it does not exist, or was deleted. */
export const findSubmission = (db: Db, id: number) => submissions(db).where("s.id", "=", id).executeTakeFirst();

/** Filters for submissions of a form. */
export type SubmissionFilter = {
  formId: number;
  q?: string | undefined;
  person?: string | undefined;
  /** All questions that the form ever had, to match labels of choices. */
  questions: readonly FormField[];
};
type Page = { state?: SubmissionState | undefined; cursor?: string | undefined; limit: number };

/**
 * Lists submissions of a form, newest first, after a list position: every page costs the same. A search for words scans
 * what it skips.
 */
export async function listSubmissions(db: Db, wanted: SubmissionFilter, { state, cursor, limit }: Page) {
  let query = submissions(db).where("s.form_id", "=", wanted.formId);
  for (const condition of conditionsOf(db, wanted)) query = query.where(condition);
  if (state !== undefined) query = query.where("s.state", "=", state);
  const position = readPosition(cursor, ["time", "id"]);
  if (position) query = query.where(beyond(["s.created_at", "s.id"], "desc", position));
  const rows = await query
    .orderBy("s.created_at", "desc")
    .orderBy("s.id", "desc")
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit, ({ created_at, id }) => cursorAfter(created_at, id));
}

function conditionsOf(db: Db, { q, person, questions }: SubmissionFilter): RawBuilder<boolean>[] {
  return [...(q ? [answered(db, q, questions)] : []), ...(person ? [matchesPerson(person)] : [])];
}

/** SQL condition for submissions that contain these words, or a choice with such a label. */
function answered(db: Db, q: string, questions: readonly FormField[]): RawBuilder<boolean> {
  const words = folded(q);
  const chosen = questions.flatMap(({ options }) =>
    options.flatMap(({ value, label }) => (folded(label).includes(words) ? [value] : [])),
  );
  const text = isPostgres(db) ? sql`(given.value #>> '{}')` : sql`given.atom`;
  const meant = containsWord(text, q);
  const either = chosen.length === 0 ? meant : sql`(${meant} or ${text} in (${sql.join([...new Set(chosen)])}))`;
  return isPostgres(db)
    ? sql<boolean>`exists (select 1 from jsonb_path_query(s.answers::jsonb, 'strict $.**') as given(value)
        where jsonb_typeof(given.value) = 'string' and ${either})`
    : sql<boolean>`exists (select 1 from json_tree(s.answers) as given where given.type = 'text' and ${either})`;
}

/** Number of matching submissions, by state. */
export async function submissionCounts(db: Db, wanted: SubmissionFilter): Promise<Map<SubmissionState, number>> {
  let query = db
    .selectFrom("form_submissions as s")
    .select("s.state")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("s.form_id", "=", wanted.formId)
    .where("s.deleted_at", "is", null)
    .groupBy("s.state");
  for (const condition of conditionsOf(db, wanted)) query = query.where(condition);
  const rows = await (wanted.person ? query.innerJoin("users as u", "u.id", "s.user_id") : query).execute();
  return new Map(rows.map(({ state, total }) => [state, Number(total)]));
}

/** Submissions of a form after one of them, in order of arrival. */
export const submissionsAfter = (db: Db, { formId, after, limit }: { formId: number; after: number; limit: number }) =>
  submissions(db).where("s.form_id", "=", formId).where("s.id", ">", after).orderBy("s.id").limit(limit).execute();

/** Locks submissions in order of id until the transaction ends. */
export function lockSubmissions(trx: Db, ids: readonly number[]) {
  return trx
    .selectFrom("form_submissions")
    .select(["id", "form_id", "user_id", "state", "staff_note", "once_by", "deleted_at"])
    .where("id", "in", ids)
    .orderBy("id")
    .$call(rowLock(trx))
    .execute();
}
