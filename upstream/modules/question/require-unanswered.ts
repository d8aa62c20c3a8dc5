import { sql } from "kysely";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";

const ANSWERED = "已经有人回答了这个问题，不能删除。可以修改问题，补充说明";

/**
 * Checks that nobody but the asker has answered, since answers are their authors' work. Locks the question, so that no
 * answer is added in between.
 * @throws BusinessError FORBIDDEN
 */
export async function requireUnanswered(trx: Db, id: number, askerId: number): Promise<void> {
  await trx.updateTable("questions").set({ hot: sql`hot` }).where("id", "=", id).execute();
  const others = await trx
    .selectFrom("answers")
    .select("id")
    .where("question_id", "=", id)
    .where("author_id", "!=", askerId)
    .where("deleted_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  if (others) throw new BusinessError("FORBIDDEN", ANSWERED);
}
