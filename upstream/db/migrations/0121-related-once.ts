import { type Kysely, sql } from "kysely";

/** Edited titles used to add a question once more to those related to others; the first place is kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from related_questions where exists (select 1 from related_questions earlier
    where earlier.question_id = related_questions.question_id and earlier.related_id = related_questions.related_id
    and earlier.position < related_questions.position)`.execute(db);
}
