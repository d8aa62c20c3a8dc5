import { sql } from "kysely";
import type { Db } from "#upstream/db/dialect";
import { isOneOf } from "#upstream/db/id-list";
import { bump, keysOf } from "#upstream/db/versions";

type Move = { from: number; to: number; answers: readonly number[]; comments: readonly number[] };

/**
 * Makes the notifications of answers and comments that move from one question to another about the other one, so that
 * they stay visible when the first is removed.
 */
export async function moveNotifications(trx: Db, { from, to, answers, comments }: Move): Promise<void> {
  // Of these verbs, answers alone are grouped by their question.
  const group = (id: number) => `answer/question/${id}`;
  for (const [kind, ids] of Object.entries({ answer: answers, comment: comments })) {
    if (ids.length === 0) continue;
    // The index of sources leaves out 0, so the condition must do so too.
    const { rows } = await sql<{ user_id: number }>`update news set target_id = ${to},
      group_key = case group_key when ${group(from)} then ${group(to)} else group_key end
      where source_kind = ${kind} and source_id != 0 and ${isOneOf(trx, "source_id", ids)}
      and target_kind = 'question' and target_id = ${from} returning user_id`.execute(trx);
    await bump(
      trx,
      keysOf(
        "news",
        rows.map((row) => row.user_id),
      ),
    );
  }
}
