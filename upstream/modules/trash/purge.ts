import { sql } from "kysely";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { purgeNotificationsAbout } from "#upstream/modules/notification/hide";
import { purgeCutoff } from "./rules";

/** Things of one kind that one transaction removes. */
const BATCH = 100;
const TABLES = { question: "questions", answer: "answers", article: "articles", comment: "comments" } as const;
type Kind = keyof typeof TABLES;

/**
 * Removes for good what was deleted more than 30 days ago, with what hangs on it. A comment that has replies stays
 * as a place without words. Counters need no change: deleted things are in none.
 * @returns how many things were removed
 */
export async function purgeDeleted(services: Pick<Services, "db" | "clock">): Promise<number> {
  const before = purgeCutoff(services.clock());
  let removed = 0;
  for (const kind of ["question", "answer", "article", "comment"] as const) {
    for (;;) {
      const ids = await transact(services.db, (trx) => purgeSome(trx, kind, before));
      removed += ids.length;
      if (ids.length < BATCH) break;
    }
  }
  await services.db
    .updateTable("comments")
    .set({ text: "" })
    .where("deleted_at", "<", before)
    .where("text", "!=", "")
    .execute();
  return removed;
}

async function purgeSome(trx: Db, kind: Kind, before: string): Promise<number[]> {
  let gone = trx.selectFrom(TABLES[kind]).select("id").where("deleted_at", "<", before).limit(BATCH);
  if (kind === "comment") gone = gone.where(sql.ref("child_count"), "=", 0);
  const ids = (await gone.execute()).map((row) => row.id);
  if (ids.length) await PURGERS[kind](trx, ids);
  return ids;
}

const PURGERS: Record<Kind, (trx: Db, ids: readonly number[]) => Promise<void>> = {
  async question(trx, ids) {
    const answers = await trx.selectFrom("answers").select("id").where("question_id", "in", ids).execute();
    if (answers.length)
      await PURGERS.answer(
        trx,
        answers.map(({ id }) => id),
      );
    await purgeCommentsOf(trx, "question", ids);
    await trx.deleteFrom("question_follows").where("question_id", "in", ids).execute();
    await trx
      .deleteFrom("related_questions")
      .where((eb) => eb.or([eb("question_id", "in", ids), eb("related_id", "in", ids)]))
      .execute();
    await purgeNotificationsAbout(trx, "question", ids);
    await trx.deleteFrom("questions").where("id", "in", ids).execute();
  },
  async answer(trx, ids) {
    await purgeCommentsOf(trx, "answer", ids);
    await trx.deleteFrom("votes").where("answer_id", "in", ids).execute();
    await purgeNotificationsAbout(trx, "answer", ids);
    await trx.deleteFrom("answers").where("id", "in", ids).execute();
  },
  async article(trx, ids) {
    await purgeCommentsOf(trx, "article", ids);
    await trx.deleteFrom("favorites").where("target_kind", "=", "article").where("target_id", "in", ids).execute();
    await trx.deleteFrom("likes").where("target_kind", "=", "article").where("target_id", "in", ids).execute();
    await purgeNotificationsAbout(trx, "article", ids);
    await trx.deleteFrom("articles").where("id", "in", ids).execute();
  },
  async comment(trx, ids) {
    await trx.deleteFrom("likes").where("target_kind", "=", "comment").where("target_id", "in", ids).execute();
    await purgeNotificationsAbout(trx, "comment", ids);
    await trx.deleteFrom("comments").where("id", "in", ids).execute();
  },
};

async function purgeCommentsOf(
  trx: Db,
  kind: "question" | "answer" | "article",
  ids: readonly number[],
): Promise<void> {
  const comments = await trx
    .selectFrom("comments")
    .select("id")
    .where("target_kind", "=", kind)
    .where("target_id", "in", ids)
    .execute();
  if (comments.length)
    await PURGERS.comment(
      trx,
      comments.map(({ id }) => id),
    );
}
