import { setTimeout as wait } from "node:timers/promises";
import { type Selectable, sql } from "kysely";
import { kindsWith } from "#app/contract/kinds";
import { nowIso, type Services } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { setAnchors } from "#upstream/db/lists/site-lists-bulk";
import { fromJson, toJson } from "#upstream/db/schema/columns";
import type { ListTotalsTable } from "#upstream/db/schema/list-positions";
import type { TagsTable } from "#upstream/db/schema/tags";
import type { TaxonomyMovesTable } from "#upstream/db/schema/taxonomy-moves";
import { STORED } from "#upstream/db/stored-kinds";
import { transact } from "#upstream/db/transact";
import { tagLists } from "#upstream/modules/content/taggings";
import { applyClassificationMove, type Classified, listOfClass, undoClassificationMove } from "./classification-moves";
import { applyTagMove, undoTagMove } from "./tag-moves";

/** Things per transaction; others write in between. */
const AT_ONCE = 500;
/** Milliseconds of pause between two transactions. */
const PAUSE = 20;

/** Row of a change of many things. */
export type Move = Selectable<TaxonomyMovesTable>;
type TagRow = Selectable<TagsTable>;
type RowsBefore = { tags: TagRow[]; lists: Selectable<ListTotalsTable>[] };

type Begun = Pick<Move, "sort" | "source" | "target"> & {
  /** Previous rows of `tags` that the move changes. */
  tags?: readonly TagRow[];
};

/** Starts a move, and does as much of it as fits into the transaction. @returns its id */
export async function beginMove(
  trx: Db,
  services: Pick<Services, "clock">,
  { tags = [], ...begun }: Begun,
): Promise<{ id: number; ended: boolean }> {
  const lists = await trx
    .selectFrom("list_totals")
    .selectAll()
    .where("list", "in", [...listsOf(begun).keys()])
    .execute();
  const rows: RowsBefore = { tags: [...tags], lists };
  const move = await trx
    .insertInto("taxonomy_moves")
    .values({ ...begun, state: "forth", rows_before: toJson(rows), created_at: nowIso(services) })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { id: move.id, ended: await runBatch(trx, move) };
}

/** A running move that involves this tag or classification; undefined for none. */
export const findRunning = (db: Db, sort: Move["sort"], names: readonly string[]) =>
  db
    .selectFrom("taxonomy_moves")
    .selectAll()
    .where("state", "!=", "done")
    .where("sort", "=", sort)
    .where((eb) => eb.or([eb("source", "in", names), eb("target", "in", names)]))
    .limit(1)
    .executeTakeFirst();

/** @throws BusinessError CONFLICT while a move into or out of one of these is running */
export async function requireNoMove(db: Db, sort: Move["sort"], names: readonly string[]): Promise<void> {
  if (await findRunning(db, sort, names)) throw new BusinessError("CONFLICT", "还在搬移，请过一会儿再试");
}

/** Previous rows of `tags` that a move changed. */
export const tagsBefore = ({ rows_before }: Move): TagRow[] => fromJson<RowsBefore>(rows_before).tags;

/** A finished move. @throws BusinessError CONFLICT while it is running, NOT_FOUND */
export async function findFinishedMove(trx: Db, id: number): Promise<Move> {
  const query = trx.selectFrom("taxonomy_moves").selectAll().where("id", "=", id);
  const move = found(await query.executeTakeFirst());
  await requireNoMove(trx, move.sort, [move.source, ...(move.target === null ? [] : [move.target])]);
  return move;
}

/** Starts to undo a move. */
export async function undoMove(trx: Db, move: Move): Promise<void> {
  await trx.updateTable("taxonomy_moves").set({ state: "back" }).where("id", "=", move.id).execute();
  await runBatch(trx, { ...move, state: "back" });
}

/**
 * Continues unfinished moves in batches.
 * @param transactions maximum number, for a caller that waits; the sweep does the rest
 */
export async function continueMoves(services: Services, transactions = Number.POSITIVE_INFINITY): Promise<void> {
  for (let done = 0; done < transactions; done += 1) {
    const next = await services.db
      .selectFrom("taxonomy_moves")
      .select(["id", "state"])
      .where("state", "!=", "done")
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
    if (!next) return;
    await transact(services.db, async (trx) => {
      // A concurrent process waits here, and then sees the new state or position.
      const move = await trx
        .updateTable("taxonomy_moves")
        .set((eb) => ({ moved: eb.ref("moved") }))
        .where("id", "=", next.id)
        .where("state", "=", next.state)
        .returningAll()
        .executeTakeFirst();
      if (move) await runBatch(trx, move);
    });
    await wait(PAUSE);
  }
}

/** Does one batch of a move. @returns whether it is finished */
async function runBatch(trx: Db, move: Move): Promise<boolean> {
  const count = await step(trx, move);
  const ended = count < AT_ONCE;
  if (ended && move.state === "back") await deleteUndone(trx, move);
  else {
    const moved = move.moved + (move.state === "back" ? 0 : count);
    await trx
      .updateTable("taxonomy_moves")
      .set({ moved, state: ended ? "done" : move.state })
      .where("id", "=", move.id)
      .execute();
  }
  if (ended) for (const [list, entries] of listsOf(move)) await setAnchors(trx, list, entries);
  return ended;
}

function step(trx: Db, { id, sort, source, target, state }: Move): Promise<number> {
  if (sort === "tag") return (state === "back" ? undoTagMove : applyTagMove)(trx, { id, source, target }, AT_ONCE);
  const classified = { id, kind: sort, source: Number(source), target: Number(target) };
  return (state === "back" ? undoClassificationMove : applyClassificationMove)(trx, classified, AT_ONCE);
}

/** Deletes an undone move, with everything it created besides what it moved. */
async function deleteUndone(trx: Db, move: Move): Promise<void> {
  const { tags, lists } = fromJson<RowsBefore>(move.rows_before);
  for (const [list, entries] of listsOf(move)) {
    const { rows } = await sql<{
      at: string | null;
      id: number | null;
    }>`select max(created_at) as at, max(item_id) as id
      from (${entries}) as entries`.execute(trx);
    const { at = null, id = 0 } = rows[0] ?? {};
    const before = lists.find((one) => one.list === list);
    // Any mark will do if no entry is above it.
    const stands = before && (at === null || isAtOrAfter(before, at, Number(id)));
    const mark = stands ? before : at === null ? null : { newest_created_at: at, newest_item_id: Number(id) };
    if (mark) {
      const { newest_created_at, newest_item_id } = mark;
      await trx
        .updateTable("list_totals")
        .set({ newest_created_at, newest_item_id })
        .where("list", "=", list)
        .execute();
    } else {
      await trx.deleteFrom("list_totals").where("list", "=", list).where("total", "=", 0).execute();
    }
  }
  if (move.sort === "tag" && move.target !== null && !tags.some(({ name }) => name === move.target)) {
    await trx
      .deleteFrom("tags")
      .where("name", "=", move.target)
      .where("total", "=", 0)
      .where("hidden_at", "is", null)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom("tags as t").select("t.name").where("t.alias_of", "=", move.target))),
      )
      .execute();
  }
  await trx.deleteFrom("taxonomy_moves").where("id", "=", move.id).execute();
}

const isAtOrAfter = (mark: Selectable<ListTotalsTable>, at: string, id: number): boolean =>
  mark.newest_created_at > at || (mark.newest_created_at === at && mark.newest_item_id >= id);

/** The lists that a move changes, each with a query for its entries. */
function listsOf({ sort, source, target }: Pick<Move, "sort" | "source" | "target">) {
  const names = [source, ...(target === null ? [] : [target])];
  if (sort === "tag") {
    return new Map(
      kindsWith("tagged").flatMap((kind) =>
        names.flatMap((tag) =>
          tagLists({ kind, tags: [tag] }).map(
            (list) =>
              [list, sql`select created_at, item_id from taggings where kind = ${kind} and tag = ${tag}`] as const,
          ),
        ),
      ),
    );
  }
  const kind: Classified = sort;
  return new Map(
    names.map(
      (id) =>
        [
          listOfClass(kind, id),
          sql`select created_at, id as item_id from ${sql.table(STORED[kind].table)}
            where deleted_at is null and classification_id = ${Number(id)}`,
        ] as const,
    ),
  );
}
