import type { Db } from "#upstream/db/dialect";

/** A person's submission of a form that accepts one per person, with its form's title and times; undefined if none counts. */
export function ownSubmission(db: Db, { formId, userId }: { formId: number; userId: number }) {
  return db
    .selectFrom("form_submissions as s")
    .innerJoin("forms as f", "f.id", "s.form_id")
    .select(["s.id", "s.state", "f.title", "f.opens_at", "f.closes_at"])
    .where("s.form_id", "=", formId)
    .where("s.once_by", "=", userId)
    .where("s.state", "!=", "withdrawn")
    .executeTakeFirst();
}
