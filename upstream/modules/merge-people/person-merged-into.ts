import type { Db } from "#upstream/db/dialect";

/** Person that somebody was merged into; null for none. */
export async function personMergedInto(db: Db, id: number): Promise<number | null> {
  const STEPS_MAX = 8;
  let at: number | null = null;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const next: { into_id: number } | undefined = await db
      .selectFrom("merged_people")
      .select("into_id")
      .where("from_id", "=", at ?? id)
      .executeTakeFirst();
    if (!next) break;
    at = next.into_id;
  }
  return at;
}
