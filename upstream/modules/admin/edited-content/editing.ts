import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { EditedKind } from "#app/contract/admin/edited";
import type { Permission } from "#app/contract/permissions";
import type { StaffCall } from "#upstream/call/context";
import { BusinessError, found, invalid } from "#upstream/call/errors";
import { parseInput } from "#upstream/call/parse-input";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import { undoes } from "#upstream/modules/admin/audit/undo";
import { decideEach } from "#upstream/modules/admin/content/decide-each";
import { restore, softDelete } from "#upstream/modules/content/soft-delete";
import { keepVersions } from "#upstream/modules/content/text-versions";
import { onlyTried, staffWrite } from "#upstream/policy/staff-write";
import { keepShown } from "#upstream/services/storage/shown-keys";
import { drafting, type EditedItem, type Publication } from "./drafting";

/** Row of a staff-written item, with the columns for conflict detection. */
type EditedRow = {
  id: number;
  version: number;
  created_at: string;
  updated_at: string | null;
  hide_at: string | null;
  deleted_at: string | null;
  removed_at?: string | null;
};

/** Field that every staff-written item has. */
type EditedFields = { hideAt: string | null };

/** Way in which items of a kind are read, created and changed. `Fields` are edited by staff, and logged. */
export type Editing<Fields extends EditedFields, Ready, Row extends EditedRow, Shown> = {
  kind: EditedKind;
  permission: Permission;
  /** Fields of a publishable item. */
  schema: z.ZodType<Fields>;
  /** Loads an item's row, including removed items; undefined if there is none. */
  find: (db: Db, id: number) => Promise<Row | undefined>;
  fieldsOf: (row: Row) => Omit<Fields, "hideAt">;
  /** Validates and renders; slow, so called before the transaction. `before` is null for a new item. */
  prepare: (call: StaffCall, fields: Fields, before: Row | null) => Promise<Ready>;
  /** Texts of an item that may reference files. */
  texts: (ready: Ready) => string[];
  insert: (trx: Db, call: StaffCall, ready: Ready) => Promise<{ id: number }>;
  /** Updates the row of this version, and related rows. @throws BusinessError CONFLICT if it has another version */
  update: (trx: Db, call: StaffCall, change: { before: Row; ready: Ready; version: number }) => Promise<void>;
  /** Returns an item's data as readers get it. */
  show: (call: StaffCall, id: number) => Promise<Shown>;
};

/**
 * Returns handlers for staff-written content of a kind: each action is logged and can be undone. Of two concurrent
 * changes the second is refused (CONFLICT).
 */
export function editing<Fields extends EditedFields, Ready, Row extends EditedRow, Shown>(
  how: Editing<Fields, Ready, Row, Shown>,
) {
  const { kind, permission, schema } = how;
  const current = async (db: Db, id: number): Promise<Row> => found(await how.find(db, id));
  const kept = (row: Row) => ({ ...how.fieldsOf(row), hideAt: row.hide_at, version: row.version });

  /** Validated fields, and the time at which the item is hidden. */
  type Prepared = { ready: Ready; hideAt: string | null };
  const prepareFrom = async (call: StaffCall, fields: Fields, before: Row | null): Promise<Prepared> => {
    const hideAt = fields.hideAt && new Date(fields.hideAt).toISOString();
    if (hideAt && hideAt !== before?.hide_at && hideAt <= (await call.databaseClock()).toISOString()) {
      throw invalid({ hideAt: "撤下的时间要在现在以后" });
    }
    return { ready: await how.prepare(call, fields, before), hideAt };
  };
  const prepare = async (call: StaffCall, fields: Fields, item: EditedItem | null): Promise<Prepared> =>
    prepareFrom(call, fields, item && (await current(call.db, item.id)));
  const hideThen = async (trx: Db, id: number, hideAt: string | null): Promise<void> => {
    await trx.updateTable(STORED[kind].table).set({ hide_at: hideAt }).where("id", "=", id).execute();
  };
  const change = async (trx: Db, call: StaffCall, { id, version }: EditedItem, { ready, hideAt }: Prepared) => {
    await keepShown(trx, how.texts(ready));
    const before = await current(trx, id);
    await how.update(trx, call, { before, ready, version });
    await hideThen(trx, id, hideAt);
    const after = await current(trx, id);
    const versionOf = (row: Row, by: number | null) => ({
      ...{ version: row.version, fields: how.fieldsOf(row), by },
      at: row.updated_at ?? row.created_at,
    });
    const { userId } = call.viewer;
    await keepVersions(trx, { kind, id }, { before: versionOf(before, null), after: versionOf(after, userId) });
    return { before, after };
  };
  /** Publishes a new item or a change of one, and logs it. */
  const publish = async (trx: Db, call: StaffCall, { ready: prepared, item, note }: Publication<Prepared>) => {
    if (item) {
      const { before, after } = await change(trx, call, item, prepared);
      note({ action: `${kind}.put`, kind, target: item.id, before: kept(before), after: kept(after) });
      return { id: item.id, version: after.version };
    }
    const { ready, hideAt } = prepared;
    await keepShown(trx, how.texts(ready));
    const { id } = await how.insert(trx, call, ready);
    if (hideAt !== null) await hideThen(trx, id, hideAt);
    const after = kept(await current(trx, id));
    note({ action: `${kind}.add`, kind, target: id, before: null, after });
    return { id, version: after.version };
  };
  const takeOff = async (trx: Db, call: StaffCall, { target }: { target: string }) => {
    await softDelete(trx, call, kind, Number(target));
  };
  const putBack = async (trx: Db, call: StaffCall, { target }: { target: string }) => {
    const { id, deleted_at, removed_at, hide_at } = await current(trx, Number(target));
    if (deleted_at === null) throw new BusinessError("CONFLICT");
    // An item removed by a moderator can only be restored by one.
    if (removed_at) throw new BusinessError("CONFLICT", "它因违反规则被移除了，请在“全部内容”里恢复");
    // An item hidden at its scheduled time stays public after being restored.
    const isOver = hide_at !== null && hide_at <= (await call.databaseClock()).toISOString();
    if (isOver) await hideThen(trx, id, null);
    await restore(trx, call, { kind, id, deletedAt: deleted_at });
  };

  undoes(`${kind}.add`, takeOff);
  undoes(`${kind}.remove`, putBack);
  undoes(`${kind}.restore`, takeOff);
  undoes(`${kind}.put`, async (trx, call, row) => {
    const { version } = row.after as { version: number };
    const now = await current(trx, Number(row.target));
    if (now.version !== version) throw new BusinessError("CONFLICT", "之后又改过了，不能直接撤销");
    const { hideAt = null, ...fields } = row.before as Partial<EditedFields>;
    const isOver = hideAt !== null && hideAt <= (await call.databaseClock()).toISOString();
    const before = { ...fields, hideAt: isOver ? null : hideAt } as Fields;
    const prepared = await prepareFrom({ ...call, db: trx }, before, now);
    await change(trx, call, { id: now.id, version }, prepared);
  });

  const save = async (call: StaffCall, fields: Fields, item: EditedItem | null) => {
    const ready = await prepare(call, fields, item);
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
          const held = { ...how.fieldsOf(row), hideAt: row.hide_at } as Fields;
          const prepared = await prepareFrom({ ...asked, db: trx }, parseInput(schema, amend(held)), row);
          const { before, after } = await change(trx, asked, { id, version: row.version }, prepared);
          const [was, is] = [kept(before), kept(after)];
          if (isDeepStrictEqual({ ...was, version: 0 }, { ...is, version: 0 })) {
            throw new BusinessError("CONFLICT", "本来就是这样，没有改动");
          }
          note({ action: `${kind}.put`, kind, target: id, before: was, after: is, reason });
        }),
      );
    },

    remove: (call: StaffCall, { id, reason }: { id: number; reason: string }) =>
      staffWrite(call, async (trx, note) => {
        const before = kept(await current(trx, id));
        await softDelete(trx, call, kind, id);
        note({ action: `${kind}.remove`, kind, target: id, before, after: null, reason });
        return null;
      }),

    restore: (call: StaffCall, id: number) =>
      staffWrite(call, async (trx, note) => {
        await putBack(trx, call, { target: String(id) });
        note({ action: `${kind}.restore`, kind, target: id, before: null, after: kept(await current(trx, id)) });
        return null;
      }),

    /** Saves earlier fields again, as a change of this version. @returns the new version */
    async rewrite(trx: Db, call: StaffCall, item: EditedItem, fields: Omit<Fields, "hideAt">): Promise<number> {
      const before = await current(trx, item.id);
      const prepared = await prepareFrom({ ...call, db: trx }, { ...fields, hideAt: before.hide_at } as Fields, before);
      return (await change(trx, call, item, prepared)).after.version;
    },

    drafts: drafting({ kind, permission, schema, prepare, publish, show: how.show }),
  };
}
