import type { Selectable } from "kysely";
import type { z } from "zod";
import type { EditedKind } from "#app/contract/admin/edited";
import { type Permission, permissionsOf } from "#app/contract/permissions";
import { callInNameOf } from "#upstream/call/call-in-name-of";
import { nowIso, type Services, type StaffCall } from "#upstream/call/context";
import { BusinessError, found, invalid } from "#upstream/call/errors";
import { parseInput } from "#upstream/call/parse-input";
import { within } from "#upstream/call/within";
import type { Db } from "#upstream/db/dialect";
import { fromJson, toJson } from "#upstream/db/schema/columns";
import type { StaffDraftsTable } from "#upstream/db/schema/staff-drafts";
import { type Note, tryOut } from "#upstream/policy/logged-write";
import { rolesOf } from "#upstream/policy/require-staff";
import { SCHEDULE, staffWrite } from "#upstream/policy/staff-write";
import { markUsed } from "#upstream/services/storage/file-keys";
import { deleteDraft } from "./delete-draft";
import { DRAFT_UNDOS } from "./undo-draft";

/** An item being edited, and the version that was read. */
export type EditedItem = { id: number; version: number };
/** A draft, and the version that was read. */
type DraftRead = EditedItem;
type DraftRow = Selectable<StaffDraftsTable>;
type ById = { params: { id: number } };

/** Prepared item to publish, the item that it changes (null for a new one), and what logs it. */
export type Publication<Ready> = { ready: Ready; item: EditedItem | null; note: Note };

/**
 * Publication of drafts of a kind. `Fields` is what staff edit, `Ready` the same after `prepare` (validated and
 * rendered), `View` the item's data as readers get them.
 */
type DraftedContent<Fields extends { hideAt?: string | null }, Ready, View> = {
  kind: EditedKind;
  permission: Permission;
  /** Fields of a publishable item. */
  schema: z.ZodType<Fields>;
  prepare: (call: StaffCall, fields: Fields, item: EditedItem | null) => Promise<Ready>;
  /** Returns the present version of an item. */
  versionOf: (db: Db, id: number) => Promise<number>;
  publish: (trx: Db, call: StaffCall, publication: Publication<Ready>) => Promise<{ id: number }>;
  show: (call: StaffCall, id: number) => Promise<View>;
};

/**
 * Returns handlers for the draft calls of one kind (see `staffDraftApi`), how to undo them, and what publishes a
 * scheduled draft of it in the name of who scheduled it.
 */
export function draftHandlers<Fields extends { hideAt?: string | null }, Ready, View>({
  kind,
  permission,
  schema,
  prepare,
  versionOf,
  publish,
  show,
}: DraftedContent<Fields, Ready, View>) {
  const ofKind = (db: Db) => db.selectFrom("staff_drafts").selectAll().where("kind", "=", kind);
  const current = async (db: Db, id: number): Promise<DraftRow> =>
    found(await ofKind(db).where("id", "=", id).executeTakeFirst());

  /** Refuses a scheduled draft that could not be published. @throws BusinessError CONFLICT if its item has changed since */
  const refuseUnready = async (call: StaffCall, fields: Partial<Fields>, item: EditedItem | null): Promise<void> => {
    if (item && (await versionOf(call.db, item.id)) !== item.version) throw new BusinessError("CONFLICT");
    await prepare(call, parseInput(schema, fields), item);
  };
  const publishRead = async (call: StaffCall, draft: DraftRead, fields: Fields, item: EditedItem | null) => {
    refuseOtherItem(await current(call.db, draft.id), item);
    const ready = await prepare(call, fields, item);
    return staffWrite(call, async (trx, note) => {
      await deleteDraft(trx, draft, (before) =>
        note({ action: "draft.publish", kind: "draft", target: draft.id, before, after: null }),
      );
      return publish(trx, call, { ready, item, note });
    });
  };

  const publishScheduled = async (services: Services, row: DraftRow): Promise<void> => {
    const roles = await rolesOf(services.db, row.changed_by);
    if (!permissionsOf(roles).has(permission)) throw new BusinessError("FORBIDDEN", "定时的人已没有发布它的权限");
    const call = callInNameOf(services, { userId: row.changed_by, roles }, { device: SCHEDULE });
    await publishRead(call, row, parseInput(schema, fromJson(row.fields)), itemOf(row));
  };

  const handlers = {
    async list({ query: { page, pageSize } }: { query: { page: number; pageSize: number } }, { db }: StaffCall) {
      const { total } = await db
        .selectFrom("staff_drafts")
        .select((eb) => eb.fn.countAll<number>().as("total"))
        .where("kind", "=", kind)
        .executeTakeFirstOrThrow();
      const rows = await ofKind(db)
        .orderBy((eb) => eb.fn.coalesce("publish_at", eb.val("~")))
        .orderBy("id", "desc")
        .limit(pageSize)
        .offset((page - 1) * pageSize)
        .execute();
      return { list: rows.map(summaryView), total: Number(total), page, pageSize };
    },

    async get({ params: { id } }: ById, { db }: StaffCall) {
      const row = await current(db, id);
      return { ...summaryView(row), fields: fromJson<Partial<Fields>>(row.fields) };
    },

    /** Data as readers will get it: it is published in a transaction that is rolled back. */
    async preview({ params: { id } }: ById, call: StaffCall): Promise<View> {
      const row = await current(call.db, id);
      const item = itemOf(row);
      const ready = await prepare(call, parseInput(schema, fromJson(row.fields)), item);
      return tryOut(call.db, async (trx) => {
        const published = await publish(trx, call, { ready, item, note: () => {} });
        return show(within(call, trx), published.id);
      });
    },

    async add({ body }: { body: Partial<Fields> & DraftPlan }, call: StaffCall) {
      const { item, publishAt } = body;
      const fields = fieldsIn<Partial<Fields>>(body);
      refuseHiddenFirst(fields, publishAt);
      refusePast(call, publishAt);
      if (publishAt) await refuseUnready(call, fields, item);
      const at = nowIso(call);
      return staffWrite(call, async (trx, note) => {
        const saved = { ...columnsOf(fields, publishAt), changed_by: call.viewer.userId, updated_at: at };
        await markUsed(trx, [saved.fields]);
        const after = await trx
          .insertInto("staff_drafts")
          .values({ ...saved, kind, item_id: item?.id ?? null, item_version: item?.version ?? null, created_at: at })
          .returningAll()
          .executeTakeFirstOrThrow();
        note({ action: "draft.add", kind: "draft", target: after.id, before: null, after });
        return { id: after.id };
      });
    },

    async put({ body }: { body: Partial<Fields> & DraftRead & DraftPlan }, call: StaffCall) {
      const { id, version, item, publishAt } = body;
      const fields = fieldsIn<Partial<Fields>>(body);
      const before = await current(call.db, id);
      refuseOtherItem(before, item);
      refuseHiddenFirst(fields, publishAt);
      refusePast(call, publishAt);
      if (publishAt) await refuseUnready(call, fields, item);
      return staffWrite(call, async (trx, note) => {
        const saved = { ...columnsOf(fields, publishAt), item_version: item?.version ?? null };
        await markUsed(trx, [saved.fields]);
        const after = await trx
          .updateTable("staff_drafts")
          .set({ ...saved, changed_by: call.viewer.userId, updated_at: nowIso(call), version: version + 1 })
          .where("id", "=", id)
          .where("version", "=", version)
          .where("kind", "=", kind)
          .returningAll()
          .executeTakeFirst();
        if (!after || before.version !== version) throw new BusinessError("CONFLICT");
        note({ action: "draft.put", kind: "draft", target: id, before, after });
        return { version: after.version };
      });
    },

    publish({ body }: { body: Fields & DraftRead & Pick<DraftPlan, "item"> }, call: StaffCall) {
      const { id, version, item } = body;
      return publishRead(call, { id, version }, fieldsIn<Fields>(body), item);
    },

    async remove({ body: { id } }: { body: { id: number } }, call: StaffCall) {
      const { version } = await current(call.db, id);
      return staffWrite(call, async (trx, note) => {
        await deleteDraft(trx, { id, version }, (before) =>
          note({ action: "draft.remove", kind: "draft", target: id, before, after: null }),
        );
        return null;
      });
    },
  };
  return { handlers, undos: DRAFT_UNDOS, publishScheduled };
}

/** Item that a draft changes, as its editor read it, and the publication time. */
type DraftPlan = { item: EditedItem | null; publishAt: string | null };

/** Body fields that belong to the draft itself. */
const OF_DRAFT = ["id", "version", "item", "publishAt"];

/** The item's fields in the body of a draft call. */
const fieldsIn = <Fields extends object>(body: Fields): Fields =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !OF_DRAFT.includes(name))) as Fields;

/**
 * Refuses a publication time that has passed: after a slip in the date, the item would be public at once.
 * @throws BusinessError INVALID_PARAMS
 */
function refusePast(call: StaffCall, publishAt: string | null): void {
  if (publishAt && Date.parse(publishAt) <= call.clock().getTime()) {
    throw invalid({ publishAt: "这个时间已经过去了；要现在发布，请按“发布”或“保存”" });
  }
}

/** Refuses an item that would be hidden before it is published. @throws BusinessError INVALID_PARAMS */
function refuseHiddenFirst({ hideAt }: { hideAt?: string | null }, publishAt: string | null): void {
  if (hideAt && publishAt && Date.parse(hideAt) <= Date.parse(publishAt)) {
    throw invalid({ hideAt: "撤下的时间要晚于发布时间" });
  }
}

/** Ensures that a draft still belongs to its original item. @throws BusinessError NOT_FOUND */
function refuseOtherItem({ item_id }: DraftRow, item: EditedItem | null): void {
  if (item_id !== (item?.id ?? null)) throw new BusinessError("NOT_FOUND");
}

/** Columns of a saved draft; an earlier publication failure is cleared. */
const columnsOf = (fields: object, publishAt: string | null) => ({
  fields: toJson(fields),
  publish_at: publishAt,
  failure: "",
});

const itemOf = ({ item_id, item_version }: DraftRow): EditedItem | null =>
  item_id === null ? null : { id: item_id, version: item_version ?? 0 };

const summaryView = (row: DraftRow) => ({
  id: row.id,
  title: fromJson<{ title?: string }>(row.fields).title ?? "",
  item: itemOf(row),
  publishAt: row.publish_at,
  failure: row.failure,
  updatedAt: row.updated_at,
  version: row.version,
});
