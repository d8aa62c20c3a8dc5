import { setTimeout as wait } from "node:timers/promises";
import type { Selectable } from "kysely";
import { nowIso, type Services } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { setAnchors } from "#upstream/db/lists/site-lists-bulk";
import { fromJson, toJson } from "#upstream/db/schema/columns";
import type { TagsTable } from "#upstream/db/schema/tags";
import type { TaxonomyMovesTable } from "#upstream/db/schema/taxonomy-moves";
import { transact } from "#upstream/db/transact";
import { applyClassificationMove, undoClassificationMove } from "./classification-moves";
import { type ListTotal, listsOfMove, restoreNewestKey } from "./move-lists";
import { applyTagMove, undoTagMove } from "./tag-moves";

/** Things moved per transaction, and milliseconds of pause after it, in which others write. */
const BATCH = 500;
const PAUSE = 20;

/** Row of a move: of everything that carries a tag, or is in a classification. */
export type Move = Selectable<TaxonomyMovesTable>;
type TagRow = Selectable<TagsTable>;
/** Previous rows that a move changes, by which it is undone. */
type RowsBefore = { tags: TagRow[]; lists: ListTotal[] };

type NewMove = Pick<Move, "sort" | "source" | "target"> & {
  /** Previous rows of `tags` that the move changes. */
  tags?: readonly TagRow[];
};

/**
 * Starts a move, and does its first batch in the same transaction. `continueMoves` does the rest.
 * @returns its id, and whether it is finished already
 */
export async function beginMove(
  trx: Db,
  services: Pick<Services, "clock">,
  { tags = [], ...move }: NewMove,
): Promise<{ id: number; ended: boolean }> {
  const lists = await trx
    .selectFrom("list_totals")
    .selectAll()
    .where("list", "in", [...listsOfMove(move).keys()])
    .execute();
  const before: RowsBefore = { tags: [...tags], lists };
  const row = await trx
    .insertInto("taxonomy_moves")
    .values({ ...move, state: "forth", rows_before: toJson(before), created_at: nowIso(services) })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { id: row.id, ended: await runBatch(trx, row) };
}

/** A running move from or to one of these tags or classifications; undefined if there is none. */
export const findRunning = (db: Db, sort: Move["sort"], names: readonly string[]) =>
  db
    .selectFrom("taxonomy_moves")
    .selectAll()
    .where("state", "!=", "done")
    .where("sort", "=", sort)
    .where((eb) => eb.or([eb("source", "in", names), eb("target", "in", names)]))
    .limit(1)
    .executeTakeFirst();

/** @throws BusinessError CONFLICT while a move from or to one of these is running */
export async function requireNoMove(db: Db, sort: Move["sort"], names: readonly string[]): Promise<void> {
  if (await findRunning(db, sort, names)) throw new BusinessError("CONFLICT", "还在搬移，请过一会儿再试");
}

/** Previous rows of `tags` that a move changed. */
export const tagsBefore = ({ rows_before }: Move): TagRow[] => fromJson<RowsBefore>(rows_before).tags;

/** A finished move. @throws BusinessError CONFLICT while it is running, NOT_FOUND */
export async function findFinishedMove(trx: Db, id: number): Promise<Move> {
  const query = trx.selectFrom("taxonomy_moves").selectAll().where("id", "=", id);
  const move = found(await query.executeTakeFirst());
  await requireNoMove(trx, move.sort, move.target === null ? [move.source] : [move.source, move.target]);
  return move;
}

/** Starts to undo a finished move, and does the first batch. At the end its row is deleted. */
export async function undoMove(trx: Db, move: Move): Promise<void> {
  await trx.updateTable("taxonomy_moves").set({ state: "back" }).where("id", "=", move.id).execute();
  await runBatch(trx, { ...move, state: "back" });
}

/**
 * Continues unfinished moves, a transaction per batch. May run in several processes.
 * @param batches maximum number, for a caller that waits; the sweep does the rest
 */
export async function continueMoves(services: Services, batches = Number.POSITIVE_INFINITY): Promise<void> {
  for (let done = 0; done < batches; done += 1) {
    const next = await services.db
      .selectFrom("taxonomy_moves")
      .select(["id", "state"])
      .where("state", "!=", "done")
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
    if (!next) return;
    await transact(services.db, async (trx) => {
      const move = await lockMove(trx, next);
      if (move) await runBatch(trx, move);
    });
    await wait(PAUSE);
  }
}

/** Locks a move by an update without effect; undefined if another process has ended or turned it meanwhile. */
const lockMove = (trx: Db, { id, state }: Pick<Move, "id" | "state">): Promise<Move | undefined> =>
  trx
    .updateTable("taxonomy_moves")
    .set((eb) => ({ moved: eb.ref("moved") }))
    .where("id", "=", id)
    .where("state", "=", state)
    .returningAll()
    .executeTakeFirst();

/** Does one batch of a move, forth or back. @returns whether the move is finished */
async function runBatch(trx: Db, move: Move): Promise<boolean> {
  const back = move.state === "back";
  const count = await moveNext(trx, move);
  // A batch that is not full was the last.
  const ended = count < BATCH;
  if (back && ended) await deleteUndone(trx, move);
  if (!back) {
    await trx
      .updateTable("taxonomy_moves")
      .set({ moved: move.moved + count, state: ended ? "done" : "forth" })
      .where("id", "=", move.id)
      .execute();
  }
  if (ended) for (const [list, entries] of listsOfMove(move)) await setAnchors(trx, list, entries);
  return ended;
}

/** Moves the next things, forth or back. @returns how many; less than `BATCH` if there are no more */
function moveNext(trx: Db, { id, sort, source, target, state }: Move): Promise<number> {
  if (sort === "tag") return (state === "back" ? undoTagMove : applyTagMove)(trx, { id, source, target }, BATCH);
  const classified = { id, kind: sort, source: Number(source), target: Number(target) };
  return (state === "back" ? undoClassificationMove : applyClassificationMove)(trx, classified, BATCH);
}

/** Deletes a move whose things are all back, with what it had created: list totals and the target tag. */
async function deleteUndone(trx: Db, move: Move): Promise<void> {
  const { tags, lists } = fromJson<RowsBefore>(move.rows_before);
  for (const [list, entries] of listsOfMove(move)) {
    await restoreNewestKey(trx, { list, entries, before: lists.find((one) => one.list === list) });
  }
  const { sort, target } = move;
  const created = sort === "tag" && target !== null && !tags.some(({ name }) => name === target);
  if (created) await deleteUnusedTag(trx, target);
  await trx.deleteFrom("taxonomy_moves").where("id", "=", move.id).execute();
}

/** Deletes a tag, unless something carries it, staff have hidden it, or it has synonyms. */
async function deleteUnusedTag(trx: Db, tag: string): Promise<void> {
  await trx
    .deleteFrom("tags")
    .where("name", "=", tag)
    .where("total", "=", 0)
    .where("hidden_at", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("tags as t").select("t.name").where("t.alias_of", "=", tag))),
    )
    .execute();
}
