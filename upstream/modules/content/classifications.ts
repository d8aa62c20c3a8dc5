import { sql } from "kysely";
import type { Db } from "#upstream/db/dialect";

/** Ids of the classifications that a thing left and joined; null for none. */
type Moved = { from: number | null; to: number | null };

/** Updates the counts of classifications; they are locked in the order of their ids. */
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

/** Columns of a joined classification; it has no name if it is hidden. */
type Classified = { classification_id: number | null; classification_name: string | null };

/** Maps the classification of a thing; null for none, or a hidden one. */
export const classificationView = ({ classification_id: id, classification_name: name }: Classified) =>
  id === null || name === null ? null : { id, name };

/** Whether a page of a classification's list is empty because the classification is hidden: no row carries its name. */
export const isOfHidden = (
  rows: readonly { classification_name: string | null }[],
  { classificationId }: { classificationId?: number | undefined },
): boolean => classificationId !== undefined && rows.some((row) => row.classification_name === null);
