import { sql } from "kysely";
import type { Db } from "#upstream/db/dialect";

/** The classification that a thing left and the one that it joined, by their ids; null for none. */
type Moved = { from: number | null; to: number | null };

/** Counts things out of classifications and into others, which are locked in the order of their ids. */
export async function moveInClassifications(trx: Db, moves: readonly Moved[]): Promise<void> {
  const sums = new Map<number, number>();
  const add = (id: number | null, by: number) => id !== null && sums.set(id, (sums.get(id) ?? 0) + by);
  for (const { from, to } of moves) {
    add(from, -1);
    add(to, 1);
  }
  for (const [id, by] of [...sums].sort(([a], [b]) => a - b)) {
    if (by === 0) continue;
    await trx
      .updateTable("classifications")
      .set({ total: sql`total + ${by}` })
      .where("id", "=", id)
      .execute();
  }
}

/** Whether a page of a classification's list is of one that is hidden, of which readers hear nothing: no row has its name. */
export const isOfHidden = (
  rows: readonly { classification_name: string | null }[],
  { classificationId }: { classificationId?: number | undefined },
): boolean => classificationId !== undefined && rows.some((row) => row.classification_name === null);
