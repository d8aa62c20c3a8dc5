import { isDeepStrictEqual } from "node:util";
import type { StaffCall } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { parseInput } from "#upstream/call/parse-input";
import { type Undos, undo, undoAlike } from "#upstream/call/undo";
import { within } from "#upstream/call/within";
import type { Db } from "#upstream/db/dialect";
import { isUnchanged } from "#upstream/modules/admin/audit/is-unchanged";
import { decideEach } from "#upstream/modules/admin/list/decide-each";
import { changedSince } from "#upstream/policy/changed-since";
import { onlyTried, staffWrite } from "#upstream/policy/staff-write";
import { draftHandlers, type EditedItem } from "./draft-handlers";
import { type EditedContent, type EditedFields, type EditedRow, editedItems, isOver } from "./edited-items";

/** Part of a public item's state as logged, by which later changes are detected. */
type Logged = { version: number };
/** State of a removed item, as logged. */
type Removed = { deletedAt: string | null };

/**
 * Returns handlers for staff-written content of a kind: each action is logged and can be undone. Of two concurrent
 * changes the second is refused (CONFLICT).
 */
export function editedHandlers<Fields extends EditedFields, Ready, Row extends EditedRow, View>(
  content: EditedContent<Fields, Ready, Row, View>,
) {
  const { kind, permission, schema, fieldsOf, show } = content;
  const { current, logged, prepare, change, publish, removeItem, restoreItem } = editedItems(content);

  const takeOff = undo<null, Logged>(async (trx, call, { target, after }) => {
    const row = await current(trx, Number(target));
    if (row.deleted_at !== null || !isUnchanged(logged(row), after)) throw changedSince();
    await removeItem(trx, call, row.id);
  });
  const putBack = undo<Logged, Removed | null>(async (trx, call, { target, after }) => {
    const { id, deleted_at } = await current(trx, Number(target));
    // An entry of an earlier build does not say when.
    if (after !== null && deleted_at !== after.deletedAt) throw changedSince();
    await restoreItem(trx, call, id);
  });
  const changeBack = undo<Partial<EditedFields>, Logged>(async (trx, call, row) => {
    const { version } = row.after;
    const now = await current(trx, Number(row.target));
    if (now.version !== version) throw changedSince();
    const { hideAt = null, ...fields } = row.before;
    const before = { ...fields, hideAt: (await isOver(call, hideAt)) ? null : hideAt } as Fields;
    const prepared = await prepare(call, before, now);
    await change(trx, call, { id: now.id, version }, prepared);
  });
  const undos: Undos = {
    ...undoAlike([`${kind}.add`, `${kind}.restore`], takeOff),
    ...undoAlike([`${kind}.remove`], putBack),
    ...undoAlike([`${kind}.put`], changeBack),
  };

  const prepareItem = async (call: StaffCall, fields: Fields, item: EditedItem | null) =>
    prepare(call, fields, item && (await current(call.db, item.id)));
  const versionOf = async (db: Db, id: number) => (await current(db, id)).version;
  const save = async (call: StaffCall, fields: Fields, item: EditedItem | null) => {
    const ready = await prepareItem(call, fields, item);
    return staffWrite(call, (trx, note) => publish(trx, call, { ready, item, note }));
  };
  return {
    add: (call: StaffCall, fields: Fields) => save(call, fields, null),
    put: (call: StaffCall, item: EditedItem, fields: Fields) => save(call, fields, item),

    /**
     * Changes some fields of several public items one by one: a refusal does not affect the others.
     * @param amend returns the new fields of an item
     */
    amendEach<P extends { id: number }>(
      call: StaffCall,
      items: readonly P[],
      { amend, reason, dryRun }: { amend: (fields: Fields) => Fields; reason: string; dryRun: boolean },
    ) {
      const asked = onlyTried(call, dryRun);
      return decideEach(items, ({ id }) =>
        staffWrite(asked, async (trx, note) => {
          const row = await current(trx, id);
          if (row.deleted_at !== null) throw new BusinessError("NOT_FOUND");
          const held = { ...fieldsOf(row), hideAt: row.hide_at } as Fields;
          const prepared = await prepare(within(asked, trx), parseInput(schema, amend(held)), row);
          const { before, after } = await change(trx, asked, { id, version: row.version }, prepared);
          const [was, is] = [logged(before), logged(after)];
          if (isDeepStrictEqual({ ...was, version: 0 }, { ...is, version: 0 })) {
            throw new BusinessError("CONFLICT", "本来就是这样，没有改动");
          }
          note({ action: `${kind}.put`, kind, target: id, before: was, after: is, reason });
        }),
      );
    },

    remove: (call: StaffCall, { id, reason }: { id: number; reason: string }) =>
      staffWrite(call, async (trx, note) => {
        const before = logged(await current(trx, id));
        await removeItem(trx, call, id);
        const after: Removed = { deletedAt: (await current(trx, id)).deleted_at };
        note({ action: `${kind}.remove`, kind, target: id, before, after, reason });
        return null;
      }),

    restore: (call: StaffCall, id: number) =>
      staffWrite(call, async (trx, note) => {
        await restoreItem(trx, call, id);
        note({ action: `${kind}.restore`, kind, target: id, before: null, after: logged(await current(trx, id)) });
        return null;
      }),

    /** Saves earlier fields again, as a change of this version. @returns the new version */
    async rewrite(trx: Db, call: StaffCall, item: EditedItem, fields: Omit<Fields, "hideAt">): Promise<number> {
      const before = await current(trx, item.id);
      const prepared = await prepare(within(call, trx), { ...fields, hideAt: before.hide_at } as Fields, before);
      return (await change(trx, call, item, prepared)).after.version;
    },

    undos,

    drafts: draftHandlers({ kind, permission, schema, prepare: prepareItem, versionOf, publish, show }),
  };
}
