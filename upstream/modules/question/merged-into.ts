import type { Db } from "#upstream/db/dialect";

/** Steps along which addresses of merged questions lead. */
const STEPS_MAX = 8;

/** Question that stands for one that was merged away; null for none. A statement for each time that it was merged on. */
export const mergedInto = async (db: Db, id: number): Promise<number | null> => (await wayFrom(db, id)).at(-1) ?? null;

/** Questions that the address of one leads along, each merged into the next; none where it was not merged away. */
export async function wayFrom(db: Db, id: number): Promise<number[]> {
  const way: number[] = [];
  while (way.length < STEPS_MAX) {
    const next = await db
      .selectFrom("merged_questions")
      .select("into_id")
      .where("from_id", "=", way.at(-1) ?? id)
      .executeTakeFirst();
    if (!next) break;
    way.push(next.into_id);
  }
  return way;
}

/** Lets the address of one question lead to another from now on. */
export async function redirectQuestion(
  trx: Db,
  { from, into, at }: { from: number; into: number; at: string },
): Promise<void> {
  await trx
    .insertInto("merged_questions")
    .values({ from_id: from, into_id: into, merged_at: at })
    .onConflict((conflict) => conflict.column("from_id").doUpdateSet({ into_id: into, merged_at: at }))
    .execute();
  // An older way from there would lead in a circle.
  await trx.deleteFrom("merged_questions").where("from_id", "=", into).execute();
}
