import type { Db } from "#upstream/db/dialect";

/** Maximum number of merges followed from one URL. */
const STEPS_MAX = 8;

/** The question that a merged one now redirects to; null for none. One statement per merge in the chain. */
export const mergedInto = async (db: Db, id: number): Promise<number | null> => (await wayFrom(db, id)).at(-1) ?? null;

/**
 * Chain of questions that a merged one redirects through; empty if it was not merged. A merged question that staff
 * restored stands by itself again; its row is kept, since their undo removes it again.
 */
export async function wayFrom(db: Db, id: number): Promise<number[]> {
  const way: number[] = [];
  while (way.length < STEPS_MAX) {
    const next = await db
      .selectFrom("merged_questions")
      .select("into_id")
      .where("from_id", "=", way.at(-1) ?? id)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("questions")
              .select("id")
              .whereRef("id", "=", "merged_questions.from_id")
              .where("deleted_at", "is", null),
          ),
        ),
      )
      .executeTakeFirst();
    if (!next) break;
    way.push(next.into_id);
  }
  return way;
}

/** Redirects one question's URL to another from now on. */
export async function redirectQuestion(
  trx: Db,
  { from, into, at }: { from: number; into: number; at: string },
): Promise<void> {
  await trx
    .insertInto("merged_questions")
    .values({ from_id: from, into_id: into, merged_at: at })
    .onConflict((conflict) => conflict.column("from_id").doUpdateSet({ into_id: into, merged_at: at }))
    .execute();
  // An older redirect from there would form a cycle.
  await trx.deleteFrom("merged_questions").where("from_id", "=", into).execute();
}
