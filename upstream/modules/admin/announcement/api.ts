import type { z } from "zod";
import {
  adminAnnouncementApi,
  adminAnnouncementDraftApi,
  announcementFields,
} from "#app/contract/admin/content/announcement";
import { found } from "#upstream/call/errors";
import { type Handlers, implement } from "#upstream/call/implement";
import { editedHandlers } from "#upstream/modules/admin/edited-content/edited-handlers";
import { editedView, listEdited } from "#upstream/modules/admin/edited-content/list-edited";
import { readAnnouncement } from "#upstream/modules/announcement/api";
import { findEditedAnnouncement, updateAnnouncement } from "#upstream/modules/announcement/change";
import {
  insertAnnouncement,
  type PreparedAnnouncement,
  prepareAnnouncement,
} from "#upstream/modules/announcement/write";

type Fields = z.output<typeof announcementFields>;
type View = Awaited<ReturnType<typeof readAnnouncement>>;
type Row = NonNullable<Awaited<ReturnType<typeof findEditedAnnouncement>>>;

const { add, put, remove, restore, undos, drafts } = editedHandlers<Fields, PreparedAnnouncement, Row, View>({
  kind: "announcement",
  permission: "announcement.manage",
  schema: announcementFields,
  find: findEditedAnnouncement,
  fieldsOf: ({ title, content }) => ({ title, content }),
  prepare: (call, { title, content }) => prepareAnnouncement(call, { title, content }),
  texts: ({ content, rendered }) => [content, rendered.html],
  insert: insertAnnouncement,
  update: (trx, call, { before: { id }, ready, version }) =>
    updateAnnouncement(trx, call, { id, version, announcement: ready }),
  show: readAnnouncement,
});

const handlers: Handlers<typeof adminAnnouncementApi> = {
  list: ({ query }, { db }) => listEdited(db, "announcement", query),

  async get({ params: { id } }, { db }) {
    const row = found(await findEditedAnnouncement(db, id));
    return { ...editedView(row), content: row.content, contentHtml: row.content_html };
  },

  add: ({ body }, call) => add(call, body),
  put: ({ body: { id, version, ...fields } }, call) => put(call, { id, version }, fields),
  remove: ({ body }, call) => remove(call, body),
  restore: ({ body: { id } }, call) => restore(call, id),
};

export const adminAnnouncement = implement(adminAnnouncementApi, handlers, undos);

export const adminAnnouncementDraft = implement(adminAnnouncementDraftApi, drafts.handlers, drafts.undos);

/** Publishes a scheduled draft of an announcement. */
export const publishScheduledAnnouncement = drafts.publishScheduled;
