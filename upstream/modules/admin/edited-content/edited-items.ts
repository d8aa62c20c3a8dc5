import type { z } from "zod";
import type { EditedKind } from "#app/contract/admin/edited";
import type { Permission } from "#app/contract/permissions";
import type { StaffCall } from "#upstream/call/context";
import { BusinessError, found, invalid } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import { restore, softDelete } from "#upstream/modules/content/soft-delete";
import { keepVersions } from "#upstream/modules/content/text-versions";
import { markUsed } from "#upstream/services/storage/file-keys";
import type { EditedItem, Publication } from "./draft-handlers";

/** Row of a staff-written item, with the columns for conflict detection. */
export type EditedRow = {
  id: number;
  version: number;
  created_at: string;
  updated_at: string | null;
  hide_at: string | null;
  deleted_at: string | null;
  removed_at?: string | null;
};

/** Field that every staff-written item has. */
export type EditedFields = { hideAt: string | null };

/**
 * Functions that read, create and change items of a kind. `Fields` is what staff edit, and what the log stores; `Ready` the
 * same after `prepare` (validated and rendered); `Row` the stored row; `View` the item's data as readers get them.
 */
export type EditedContent<Fields extends EditedFields, Ready, Row extends EditedRow, View> = {
  kind: EditedKind;
  permission: Permission;
  /** Fields of a publishable item. */
  schema: z.ZodType<Fields>;
  /** Loads an item's row, including removed items; undefined if there is none. */
  find: (db: Db, id: number) => Promise<Row | undefined>;
  fieldsOf: (row: Row) => Omit<Fields, "hideAt">;
  /** Validates and renders; slow, so called before the transaction if possible. `before` is null for a new item. */
  prepare: (call: StaffCall, fields: Fields, before: Row | null) => Promise<Ready>;
  /** Texts of an item that may reference files. */
  texts: (ready: Ready) => string[];
  insert: (trx: Db, call: StaffCall, ready: Ready) => Promise<{ id: number }>;
  /** Updates the row of this version, and related rows. @throws BusinessError CONFLICT if it has another version */
  update: (trx: Db, call: StaffCall, change: { before: Row; ready: Ready; version: number }) => Promise<void>;
  /** Returns an item's data as readers get it. */
  show: (call: StaffCall, id: number) => Promise<View>;
};

/** Validated and rendered fields, and the time at which the item is hidden. */
type Prepared<Ready> = { fields: Ready; hideAt: string | null };

/** Returns how items of a kind are read, prepared, changed, published, removed and restored; only `publish` logs. */
export function editedItems<Fields extends EditedFields, Ready, Row extends EditedRow, View>(
  content: EditedContent<Fields, Ready, Row, View>,
) {
  const { kind } = content;

  const current = async (db: Db, id: number): Promise<Row> => found(await content.find(db, id));

  /** An item as it is logged. */
  const logged = (row: Row) => ({ ...content.fieldsOf(row), hideAt: row.hide_at, version: row.version });

  /** Validates and renders fields. @param before row of the item that they change; null for a new one */
  async function prepare(call: StaffCall, fields: Fields, before: Row | null): Promise<Prepared<Ready>> {
    const { hideAt } = fields;
    if (hideAt && hideAt !== before?.hide_at && hideAt <= (await call.databaseClock()).toISOString()) {
      throw invalid({ hideAt: "撤下的时间要在现在以后" });
    }
    return { fields: await content.prepare(call, fields, before), hideAt };
  }

  const setHideAt = async (trx: Db, id: number, hideAt: string | null): Promise<void> => {
    await trx.updateTable(STORED[kind].table).set({ hide_at: hideAt }).where("id", "=", id).execute();
  };

  /** Changes this version of an item. @returns its rows before and after */
  async function change(trx: Db, call: StaffCall, { id, version }: EditedItem, { fields, hideAt }: Prepared<Ready>) {
    await markUsed(trx, content.texts(fields));
    const before = await current(trx, id);
    await content.update(trx, call, { before, ready: fields, version });
    await setHideAt(trx, id, hideAt);
    const after = await current(trx, id);
    const versionOf = (row: Row, by: number | null) => ({
      version: row.version,
      fields: content.fieldsOf(row),
      by,
      at: row.updated_at ?? row.created_at,
    });
    const { userId } = call.viewer;
    await keepVersions(trx, { kind, id }, { before: versionOf(before, null), after: versionOf(after, userId) });
    return { before, after };
  }

  /** Publishes a new item or a change of one, and logs it. */
  async function publish(trx: Db, call: StaffCall, { ready, item, note }: Publication<Prepared<Ready>>) {
    if (item) {
      const { before, after } = await change(trx, call, item, ready);
      note({ action: `${kind}.put`, kind, target: item.id, before: logged(before), after: logged(after) });
      return { id: item.id, version: after.version };
    }
    const { fields, hideAt } = ready;
    await markUsed(trx, content.texts(fields));
    const { id } = await content.insert(trx, call, fields);
    if (hideAt !== null) await setHideAt(trx, id, hideAt);
    const after = logged(await current(trx, id));
    note({ action: `${kind}.add`, kind, target: id, before: null, after });
    return { id, version: after.version };
  }

  const removeItem = async (trx: Db, call: StaffCall, id: number): Promise<void> => {
    await softDelete(trx, call, kind, id);
  };

  /** Restores a removed item. @throws BusinessError CONFLICT if it is not removed, or a moderator removed it */
  async function restoreItem(trx: Db, call: StaffCall, target: number): Promise<void> {
    const { id, deleted_at, removed_at, hide_at } = await current(trx, target);
    if (deleted_at === null) throw new BusinessError("CONFLICT");
    // An item removed by a moderator can only be restored by one.
    if (removed_at) throw new BusinessError("CONFLICT", "它因违反规则被移除了，请在“全部内容”里恢复");
    // An item hidden at its scheduled time stays public after being restored.
    if (await isOver(call, hide_at)) await setHideAt(trx, id, null);
    await restore(trx, call, { kind, id, deletedAt: deleted_at });
  }

  return { current, logged, prepare, change, publish, removeItem, restoreItem };
}

/** Whether the time at which an item is hidden has passed. */
export const isOver = async (call: StaffCall, hideAt: string | null): Promise<boolean> =>
  hideAt !== null && hideAt <= (await call.databaseClock()).toISOString();
