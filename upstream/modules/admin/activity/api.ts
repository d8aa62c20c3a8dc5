import type { z } from "zod";
import { activityFields, adminActivityApi, adminActivityDraftApi } from "#app/contract/admin/content/activity";
import type { StaffCall } from "#upstream/call/context";
import { found, invalid } from "#upstream/call/errors";
import { type Handlers, implement } from "#upstream/call/implement";
import { imageFrom } from "#upstream/db/schema/columns";
import { readActivity } from "#upstream/modules/activity/api";
import { findEditedActivity, updateActivity } from "#upstream/modules/activity/change";
import { countSignUps, givePlaces, lockPlaces } from "#upstream/modules/activity/sign-ups";
import { insertActivity, type PreparedActivity, prepareActivity } from "#upstream/modules/activity/write";
import { editedHandlers } from "#upstream/modules/admin/edited-content/edited-handlers";
import { editedView, listEdited } from "#upstream/modules/admin/edited-content/list-edited";
import { chosenPicture } from "#upstream/modules/upload/chosen-picture";

type Fields = z.output<typeof activityFields>;
type View = Awaited<ReturnType<typeof readActivity>>;
type Row = NonNullable<Awaited<ReturnType<typeof findEditedActivity>>>;

const { add, put, remove, restore, undos, drafts } = editedHandlers<Fields, PreparedActivity, Row, View>({
  kind: "activity",
  permission: "activity.manage",
  schema: activityFields,
  find: findEditedActivity,
  fieldsOf: (row) => ({
    title: row.title,
    content: row.content,
    cover: imageFrom(row.cover)?.url ?? "",
    city: row.city,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    formId: row.form_id,
    capacity: row.capacity,
  }),
  prepare,
  texts: ({ content, rendered, cover }) => [content, rendered.html, cover?.url ?? ""],
  insert: insertActivity,
  async update(trx, call, { before, ready, version }) {
    const { formId } = ready;
    const had = formId === null ? null : await lockPlaces(trx, formId);
    await updateActivity(trx, call, { id: before.id, version, activity: ready });
    if (formId === null) return;
    const has = await lockPlaces(trx, formId);
    // Another form's sign-ups get all free places; of one's own, staff may keep some free on purpose.
    const more = formId === before.form_id ? placesMore(had, has) : Number.POSITIVE_INFINITY;
    if (more > 0) await givePlaces(trx, call, formId, more);
  },
  show: readActivity,
});

/** Number of places added to those that an activity had (null: no limit); negative if there are fewer. */
function placesMore(had: number | null, has: number | null): number {
  if (had === has) return 0;
  return (has ?? Number.POSITIVE_INFINITY) - (had ?? Number.POSITIVE_INFINITY);
}

/**
 * Validates and renders an activity.
 * @throws BusinessError INVALID_PARAMS by field: an end before the start, an unknown form or picture
 */
async function prepare(call: StaffCall, fields: Fields, before: Row | null): Promise<PreparedActivity> {
  if (Date.parse(fields.startsAt) >= Date.parse(fields.endsAt)) throw invalid({ endsAt: "要晚于开始时间" });
  if (fields.formId !== null && fields.formId !== before?.form_id) {
    const form = await call.db
      .selectFrom("forms")
      .select("id")
      .where("id", "=", fields.formId)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    if (!form) throw invalid({ formId: "没有这份表单，或已撤下" });
  }
  const held = before ? [imageFrom(before.cover)] : [];
  const cover = await chosenPicture(call, fields.cover, { held, field: "cover", alt: fields.title });
  return prepareActivity(call, { ...fields, cover });
}

const handlers: Handlers<typeof adminActivityApi> = {
  list: ({ query }, { db }) => listEdited(db, "activity", query),

  async get({ params: { id } }, { db }) {
    const row = found(await findEditedActivity(db, id));
    return {
      ...editedView(row),
      content: row.content,
      contentHtml: row.content_html,
      cover: imageFrom(row.cover),
      city: row.city,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      formId: row.form_id,
      capacity: row.capacity,
      signUps: row.form_id === null ? { total: 0, in: 0, waiting: 0 } : await countSignUps(db, row.form_id),
    };
  },

  add: ({ body }, call) => add(call, body),
  put: ({ body: { id, version, ...fields } }, call) => put(call, { id, version }, fields),
  remove: ({ body }, call) => remove(call, body),
  restore: ({ body: { id } }, call) => restore(call, id),
};

export const adminActivity = implement(adminActivityApi, handlers, undos);

export const adminActivityDraft = implement(adminActivityDraftApi, drafts.handlers, drafts.undos);

/** Publishes a scheduled draft of an activity. */
export const publishScheduledActivity = drafts.publishScheduled;
