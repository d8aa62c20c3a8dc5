import type { Db } from "#upstream/db/dialect";

type Own = { formId: number; userId: number };

/** A member's submissions of a form that count, newest first: neither withdrawn nor deleted by staff. */
export function ownSubmissions(db: Db, { formId, userId }: Own) {
  return db
    .selectFrom("form_submissions")
    .select(["id", "state", "created_at"])
    .where("form_id", "=", formId)
    .where("user_id", "=", userId)
    .where("state", "!=", "withdrawn")
    .where("deleted_at", "is", null)
    .orderBy("id", "desc");
}

/** Key by which a submission counts as its member's only one; null if its form accepts several, or nobody is known. */
export async function onceByOf(
  trx: Db,
  { form_id, user_id }: { form_id: number; user_id: number | null },
): Promise<number | null> {
  const form = await trx.selectFrom("forms").select("once_per_person").where("id", "=", form_id).executeTakeFirst();
  return form?.once_per_person === 1 ? user_id : null;
}
