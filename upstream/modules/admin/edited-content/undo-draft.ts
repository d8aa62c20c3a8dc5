import type { Selectable } from "kysely";
import type { StaffCall } from "#upstream/call/context";
import { type Undos, undo } from "#upstream/call/undo";
import type { Db } from "#upstream/db/dialect";
import type { StaffDraftsTable } from "#upstream/db/schema/staff-drafts";
import { isUnchanged } from "#upstream/modules/admin/audit/is-unchanged";
import { changedSince } from "#upstream/policy/changed-since";
import { deleteDraft } from "./delete-draft";

type DraftRow = Selectable<StaffDraftsTable>;

/** A draft without a publication time that has passed, or an undo would publish it at once. */
async function unpublished(call: StaffCall, draft: DraftRow): Promise<DraftRow> {
  const now = (await call.databaseClock()).toISOString();
  return draft.publish_at !== null && draft.publish_at <= now ? { ...draft, publish_at: null } : draft;
}

/**
 * The draft as it is now. @throws BusinessError CONFLICT if it is gone, or differs from the log entry otherwise than by
 * its version, which each undo increases
 */
async function presentDraft(trx: Db, logged: DraftRow): Promise<DraftRow> {
  const now = await trx.selectFrom("staff_drafts").selectAll().where("id", "=", logged.id).executeTakeFirst();
  if (!now || !isUnchanged(now, logged)) throw changedSince();
  return now;
}

/** Undos of changes of drafts, of every kind. */
export const DRAFT_UNDOS: Undos = {
  "draft.add": undo<null, DraftRow>(async (trx, _, { after }) =>
    deleteDraft(trx, await presentDraft(trx, after), () => {}),
  ),
  "draft.remove": undo<DraftRow, null>(async (trx, call, { before }) => {
    await trx
      .insertInto("staff_drafts")
      .values(await unpublished(call, before))
      .execute();
  }),
  "draft.put": undo<DraftRow, DraftRow>(async (trx, call, { before, after }) => {
    const { id, version } = await presentDraft(trx, after);
    const done = await trx
      .updateTable("staff_drafts")
      // Not the earlier version again, by which an open form would count as up to date.
      .set({ ...(await unpublished(call, before)), version: version + 1 })
      .where("id", "=", id)
      .where("version", "=", version)
      .returning("id")
      .executeTakeFirst();
    if (!done) throw changedSince();
  }),
};
