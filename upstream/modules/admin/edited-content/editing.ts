import type { z } from "zod";
import type { EditedKind } from "#app/contract/admin/edited";
import type { Permission } from "#app/contract/permissions";
import type { StaffCall } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { undoes } from "#upstream/modules/admin/audit/undo";
import { restore, softDelete } from "#upstream/modules/content/soft-delete";
import { type Note, staffWrite } from "#upstream/policy/staff-write";
import { keepShown } from "#upstream/services/storage/shown-keys";
import { drafting, type EditedItem } from "./drafting";

/** Row of such a thing, with what tells of two who change it at once. */
type EditedRow = { id: number; version: number; deleted_at: string | null; removed_at?: string | null };

/** How things of a kind are read, made and changed. `Fields` are what staff write of them, and what the log keeps. */
export type Editing<Fields extends object, Ready, Row extends EditedRow, Shown> = {
  kind: EditedKind;
  permission: Permission;
  /** Fields of one that can be published. */
  schema: z.ZodType<Fields>;
  /** Also what was taken off the site; undefined when there is none. */
  find: (db: Db, id: number) => Promise<Row | undefined>;
  fieldsOf: (row: Row) => Fields;
  /** Looks through and renders, which is slow; before the transaction. `before` is null for what is new. */
  prepare: (call: StaffCall, fields: Fields, before: Row | null) => Promise<Ready>;
  /** Everything of it that may name a file. */
  texts: (ready: Ready) => string[];
  insert: (trx: Db, call: StaffCall, ready: Ready) => Promise<{ id: number }>;
  /** Changes the row of this version, and all that stands beside it. @returns whether it had this version */
  update: (trx: Db, call: StaffCall, change: { before: Row; ready: Ready; version: number }) => Promise<boolean>;
  /** Data that readers are given of it. */
  show: (call: StaffCall, id: number) => Promise<Shown>;
};

/**
 * Calls by which staff write a kind of content: each leaves a row of the log, and can be taken back. Of two who change
 * one thing at once the second is told (CONFLICT).
 */
export function editing<Fields extends object, Ready, Row extends EditedRow, Shown>(
  how: Editing<Fields, Ready, Row, Shown>,
) {
  const { kind, permission, schema } = how;
  const current = async (db: Db, id: number): Promise<Row> => found(await how.find(db, id));
  const kept = (row: Row) => ({ ...how.fieldsOf(row), version: row.version });

  const prepare = async (call: StaffCall, fields: Fields, item: EditedItem | null): Promise<Ready> =>
    how.prepare(call, fields, item && (await current(call.db, item.id)));
  const change = async (trx: Db, call: StaffCall, { id, version }: EditedItem, ready: Ready) => {
    await keepShown(trx, how.texts(ready));
    const before = await current(trx, id);
    if (!(await how.update(trx, call, { before, ready, version }))) throw new BusinessError("CONFLICT");
    return { before, after: await current(trx, id) };
  };
  /** Puts what is new, or a change of what is there, on the site, and notes it. */
  const publish = async (trx: Db, call: StaffCall, note: Note, ready: Ready, item: EditedItem | null) => {
    if (item) {
      const { before, after } = await change(trx, call, item, ready);
      note({ action: `${kind}.put`, kind, target: item.id, before: kept(before), after: kept(after) });
      return { id: item.id, version: after.version };
    }
    await keepShown(trx, how.texts(ready));
    const { id } = await how.insert(trx, call, ready);
    const after = kept(await current(trx, id));
    note({ action: `${kind}.add`, kind, target: id, before: null, after });
    return { id, version: after.version };
  };
  const takeOff = async (trx: Db, call: StaffCall, { target }: { target: string }) => {
    await softDelete(trx, call, kind, Number(target));
  };
  const putBack = async (trx: Db, call: StaffCall, { target }: { target: string }) => {
    const { id, deleted_at, removed_at } = await current(trx, Number(target));
    if (deleted_at === null) throw new BusinessError("CONFLICT");
    // Who moderates has taken it off since, or before: it is theirs to put back.
    if (removed_at) throw new BusinessError("CONFLICT", "它因违反规则被移除了，请在“全部内容”里恢复");
    await restore(trx, call, kind, id, deleted_at);
  };

  undoes(`${kind}.add`, takeOff);
  undoes(`${kind}.remove`, putBack);
  undoes(`${kind}.restore`, takeOff);
  undoes(`${kind}.put`, async (trx, call, row) => {
    const { version } = row.after as { version: number };
    const now = await current(trx, Number(row.target));
    if (now.version !== version) throw new BusinessError("CONFLICT", "之后又改过了，不能直接撤销");
    const ready = await how.prepare({ ...call, db: trx }, row.before as Fields, now);
    await change(trx, call, { id: now.id, version }, ready);
  });

  const save = async (call: StaffCall, fields: Fields, item: EditedItem | null) => {
    const ready = await prepare(call, fields, item);
    return staffWrite(call, (trx, note) => publish(trx, call, note, ready, item));
  };
  return {
    add: (call: StaffCall, fields: Fields) => save(call, fields, null),
    put: (call: StaffCall, item: EditedItem, fields: Fields) => save(call, fields, item),

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

    drafts: drafting({ kind, permission, schema, prepare, publish, show: how.show }),
  };
}
