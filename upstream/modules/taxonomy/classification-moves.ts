import { hasTrait, type KindWith } from "#app/contract/kinds";
import { type Db, rowLock } from "#upstream/db/dialect";
import { moveInBulk } from "#upstream/db/lists/site-lists-bulk";
import { STORED } from "#upstream/db/stored-kinds";
import { bump } from "#upstream/db/versions";
import { moveInClassifications } from "#upstream/modules/content/classifications";
import { placedKeys } from "#upstream/modules/content/version-keys";

/** Kinds with classifications. */
export type Classified = KindWith<"classified">;
type Row = { id: number; author_id?: number | null; created_at: string; deleted_at: string | null };
type Step = { id: number; kind: Classified; source: number; target: number };

/** Name of the list of a classification. */
export const listOfClass = (kind: Classified, id: number | string): string => `${kind}/class/${id}`;

const classifiedRows = (trx: Db, kind: Classified, classificationId: number) =>
  trx
    .selectFrom(STORED[kind].table as "articles")
    .select(["id", "created_at", "deleted_at", ...(hasTrait(kind, "owned") ? (["author_id"] as const) : [])])
    .where("classification_id", "=", classificationId)
    .orderBy("id")
    .$call(rowLock(trx));

/** Moves the next things. @returns how many; less than `limit` if there are no more */
export async function applyClassificationMove(trx: Db, step: Step, limit: number): Promise<number> {
  const { id, kind, source } = step;
  const rows = await classifiedRows(trx, kind, source).limit(limit).execute();
  if (rows.length === 0) return 0;
  await reclassify(trx, step, rows);
  await trx
    .insertInto("taxonomy_moved")
    .values(rows.map((row) => ({ move_id: id, kind, item_id: row.id, before: null, after: null })))
    // Its author may have chosen the old one again meanwhile.
    .onConflict((conflict) => conflict.columns(["move_id", "kind", "item_id"]).doNothing())
    .execute();
  return rows.length;
}

/** Moves the next things back, except those that were moved elsewhere since. @returns like `applyClassificationMove` */
export async function undoClassificationMove(trx: Db, step: Step, limit: number): Promise<number> {
  const { id, kind, source, target } = step;
  const kept = await trx
    .selectFrom("taxonomy_moved")
    .select("item_id")
    .where("move_id", "=", id)
    .orderBy("item_id")
    .limit(limit)
    .execute();
  if (kept.length === 0) return 0;
  const ids = kept.map(({ item_id }) => item_id);
  const rows = await classifiedRows(trx, kind, target).where("id", "in", ids).execute();
  await reclassify(trx, { kind, source: target, target: source }, rows);
  await trx.deleteFrom("taxonomy_moved").where("move_id", "=", id).where("item_id", "in", ids).execute();
  return kept.length;
}

/** Changes the classification of things, with counters and lists for public ones. */
async function reclassify(
  trx: Db,
  { kind, source, target }: Pick<Step, "kind" | "source" | "target">,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .updateTable(STORED[kind].table as "articles")
    .set({ classification_id: target })
    .where(
      "id",
      "in",
      rows.map(({ id }) => id),
    )
    .execute();
  const there = rows.filter(({ deleted_at }) => deleted_at === null);
  if (there.length > 0) {
    await moveInClassifications(
      trx,
      there.map(() => ({ from: source, to: target })),
    );
    await moveInBulk(
      trx,
      there.flatMap(({ created_at: createdAt, id }) => [
        { list: listOfClass(kind, source), by: -1 as const, key: { createdAt, id } },
        { list: listOfClass(kind, target), by: 1 as const, key: { createdAt, id } },
      ]),
    );
  }
  await bump(trx, ["config", ...rows.flatMap((row) => placedKeys(kind, row))]);
}

/** Number of things in a classification, including deleted ones, which may be restored. */
export async function countClassified(db: Db, kind: Classified, id: number): Promise<number> {
  const { total } = await db
    .selectFrom(STORED[kind].table as "articles")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("classification_id", "=", id)
    .executeTakeFirstOrThrow();
  return Number(total);
}
