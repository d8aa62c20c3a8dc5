import { adminClassificationApi, type EditedClassification } from "#app/contract/admin/site/classification";
import { kindsWith } from "#app/contract/kinds";
import type { StaffCall } from "#upstream/call/context";
import { BusinessError, found, invalid, orNull } from "#upstream/call/errors";
import { type Handlers, implement } from "#upstream/call/implement";
import { type Undos, undo } from "#upstream/call/undo";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import { isUnchanged } from "#upstream/modules/admin/audit/is-unchanged";
import {
  type ClassificationRow,
  createClassification,
  findClassification,
  lastPosition,
  orderClassifications,
  putClassificationBack,
  removeClassification,
  renameClassification,
  requireFreeName,
  setHidden,
} from "#upstream/modules/classification/write";
import { countClassified } from "#upstream/modules/taxonomy/classification-moves";
import { beginMove, continueMoves, findFinishedMove, requireNoMove, undoMove } from "#upstream/modules/taxonomy/moves";
import { changedSince } from "#upstream/policy/changed-since";
import { type Position, refuseReordered } from "#upstream/policy/positions";
import { onlyTried, staffWrite } from "#upstream/policy/staff-write";

const KIND = "classification";
/** Transactions within the request; the sweep does the rest. */
const AT_ONCE = 10;

const handlers: Handlers<typeof adminClassificationApi> = {
  list: (_, { db }) => listEdited(db),
  get: async ({ params: { id } }, { db }) => found((await listEdited(db)).find((one) => one.id === id)),

  add: ({ body: { kind, name, slug } }, call) =>
    staffWrite(call, async (trx, note) => {
      await requireFreeName(trx, { kind, name, slug });
      const position = await lastPosition(trx, kind);
      const { id } = await createClassification(trx, { kind, name, position, ...(slug ? { slug } : {}) });
      note({ action: "classification.add", kind: KIND, target: id, before: null, after: { kind, name } });
      return { id };
    }),

  put: ({ body }, call) =>
    staffWrite(call, async (trx, note) => {
      const { before, after } = await renameClassification(trx, body);
      const action = "classification.put";
      note({ action, kind: KIND, target: body.id, before: keptName(before), after: keptName(after) });
      return { version: after.version };
    }),

  order: ({ body: { kind, ids } }, call) =>
    staffWrite(call, async (trx, note) => {
      const after = ids.map((id, position) => ({ id, position }));
      const before = await orderClassifications(trx, kind, after);
      note({ action: "classification.order", kind: KIND, target: kind, before, after });
      return null;
    }),

  hide: ({ body: { id, reason } }, call) => place(call, { id, hidden: true, reason }),
  show: ({ body: { id } }, call) => place(call, { id, hidden: false, reason: "" }),

  async move({ body: { from, to, dryRun } }, given) {
    const call = onlyTried(given, dryRun);
    const moved = await staffWrite(call, async (trx, note) => {
      const [source, target] = [await findClassification(trx, from), await requireTarget(trx, from, to)];
      if (source.kind !== target.kind) throw invalid({ to: "要移到同一种内容的分类" });
      await requireNoMove(trx, source.kind, [String(from), String(to)]);
      const things = await countClassified(trx, source.kind, from);
      const outcome = { things, publicThings: source.total };
      if (things === 0 || call.client.dryRun) return { ...outcome, moving: false };
      const move = await beginMove(trx, call, { sort: source.kind, source: String(from), target: String(to) });
      const of = (row: ClassificationRow) => ({ id: row.id, name: row.name });
      const [before, after] = [
        { in: of(source), things },
        { in: of(target), things, move: move.id },
      ];
      note({ action: "classification.move", kind: KIND, target: from, before, after });
      return { ...outcome, moving: !move.ended };
    });
    if (!moved.moving || call.client.dryRun) return moved;
    await continueMoves(call, AT_ONCE);
    return { ...moved, moving: await isMoving(call.db, from, to) };
  },

  remove: ({ body: { id, reason } }, call) =>
    staffWrite(call, async (trx, note) => {
      const { kind } = await findClassification(trx, id);
      await requireNoMove(trx, kind, [String(id)]);
      const before = await removeClassification(trx, id);
      note({ action: "classification.remove", kind: KIND, target: id, before, after: null, reason });
      return null;
    }),
};

function place(
  call: StaffCall,
  { id, hidden, reason }: { id: number; hidden: boolean; reason: string },
): Promise<null> {
  return staffWrite(call, async (trx, note) => {
    const { changed, row } = await setHidden(trx, call, { id, hidden });
    if (!changed) return null;
    const of = (is: boolean) => ({ name: row.name, hidden: is });
    const action = hidden ? "classification.hide" : "classification.show";
    note({ action, kind: KIND, target: id, before: of(!hidden), after: of(hidden), reason });
    return null;
  });
}

/**
 * Target classification of a move.
 * @throws BusinessError INVALID_PARAMS if it is missing, the source itself, or hidden
 */
async function requireTarget(trx: Db, from: number, to: number): Promise<ClassificationRow> {
  const row = await trx.selectFrom("classifications").selectAll().where("id", "=", to).executeTakeFirst();
  if (!row) throw invalid({ to: "没有这个分类" });
  if (to === from) throw invalid({ to: "请选择另一个分类" });
  if (row.hidden_at !== null) throw invalid({ to: "这个分类隐藏着，请先显示它" });
  return row;
}

const movesOfClasses = (db: Db) =>
  db
    .selectFrom("taxonomy_moves")
    .select(["source", "target"])
    .where("state", "!=", "done")
    .where("sort", "in", kindsWith("classified"))
    .execute();

const isMoving = async (db: Db, from: number, to: number): Promise<boolean> =>
  (await movesOfClasses(db)).some(({ source, target }) => source === String(from) && target === String(to));

/** All classifications for the console, grouped by kind, in order; one statement per kind and two more. */
async function listEdited(db: Db): Promise<EditedClassification[]> {
  const rows = await db.selectFrom("classifications").selectAll().orderBy("position").orderBy("id").execute();
  const moves = await movesOfClasses(db);
  const lists = await Promise.all(
    kindsWith("classified").map(async (kind) => {
      const counts = await db
        .selectFrom(STORED[kind].table as "articles")
        .select((eb) => ["classification_id", eb.fn.countAll<number>().as("written")] as const)
        .where("classification_id", "is not", null)
        .groupBy("classification_id")
        .execute();
      const written = new Map(counts.map((one) => [Number(one.classification_id), Number(one.written)]));
      return rows
        .filter((row) => row.kind === kind)
        .map(({ id, name, slug, version, total, hidden_at }) => {
          const own = String(id);
          const move = moves.find(({ source, target }) => source === own || target === own);
          const other = move && (move.source === own ? move.target : move.source);
          return {
            id,
            kind,
            name,
            slug,
            version,
            hidden: hidden_at !== null,
            publicCount: total,
            writtenCount: written.get(id) ?? 0,
            movingWith: other == null ? null : Number(other),
          };
        });
    }),
  );
  return lists.flat();
}

type KeptName = Pick<ClassificationRow, "name" | "slug" | "version">;
const keptName = ({ name, slug, version }: ClassificationRow): KeptName => ({ name, slug, version });

const idOf = ({ target }: { target: string }): number => Number(target);

const UNDOS: Undos = {
  "classification.add": undo(async (trx, _, row) => {
    await removeClassification(trx, idOf(row));
  }),
  "classification.put": undo<KeptName, KeptName>(async (trx, __, row) => {
    const { version: _, ...names } = row.before;
    const held = await findClassification(trx, idOf(row));
    if (!isUnchanged(keptName(held), row.after)) throw changedSince();
    await renameClassification(trx, { id: held.id, version: held.version, ...names });
  }),
  "classification.order": undo<Position[], Position[]>(async (trx, _, { target, before, after }) => {
    const now = await orderClassifications(trx, target as ClassificationRow["kind"], before);
    refuseReordered(now, after);
  }),
  "classification.hide": undo(async (trx, call, row) => {
    const { changed } = await setHidden(trx, call, { id: idOf(row), hidden: false });
    if (!changed) throw changedSince();
  }),
  "classification.show": undo(async (trx, call, row) => {
    const { changed } = await setHidden(trx, call, { id: idOf(row), hidden: true });
    if (!changed) throw changedSince();
  }),
  "classification.move": undo<unknown, { move: number }>(async (trx, _, row) => {
    if (!(await orNull(findClassification(trx, idOf(row))))) {
      throw new BusinessError("CONFLICT", "原来的分类已经删除，请先撤销那次删除");
    }
    await undoMove(trx, await findFinishedMove(trx, row.after.move));
  }),
  "classification.remove": undo<ClassificationRow, null>((trx, _, row) => putClassificationBack(trx, row.before)),
};

export const adminClassification = implement(adminClassificationApi, handlers, UNDOS);
