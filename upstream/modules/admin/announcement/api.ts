import { adminAnnouncementApi } from "#app/contract/admin/announcement";
import type { StaffCall } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import type { Db } from "#upstream/db/dialect";
import { undoes } from "#upstream/modules/admin/audit/undo";
import { findEditedAnnouncement, updateAnnouncement } from "#upstream/modules/announcement/change";
import { insertAnnouncement, prepareAnnouncement } from "#upstream/modules/announcement/write";
import { restore, softDelete } from "#upstream/modules/content/soft-delete";
import { staffWrite } from "#upstream/policy/staff-write";
import { keepShown } from "#upstream/services/storage/shown-keys";

const KIND = "announcement";

/** Fields of an announcement that the log keeps. */
type Kept = { title: string; content: string; version: number };

const keptOf = ({ title, content, version }: Kept): Kept => ({ title, content, version });

export const adminAnnouncement = implement(adminAnnouncementApi, {
  async list({ query: { page, pageSize, state } }, { db }) {
    const isIn = state === "public" ? "is" : "is not";
    const query = db.selectFrom("announcements").where("deleted_at", isIn, null);
    const { total } = await query.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
    const rows = await query
      .selectAll()
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute();
    return { list: rows.map(viewOf), total: Number(total), page, pageSize };
  },

  async get({ params: { id } }, { db }) {
    const row = found(await findEditedAnnouncement(db, id));
    return { ...viewOf(row), content: row.content, contentHtml: row.content_html };
  },

  async add({ body }, call) {
    const ready = await prepareAnnouncement(call, body);
    return staffWrite(call, async (trx, note) => {
      await keepShown(trx, [ready.content, ready.rendered.html]);
      const { id } = await insertAnnouncement(trx, call, ready);
      note({
        action: "announcement.add",
        kind: KIND,
        target: id,
        before: null,
        after: keptOf({ ...ready, version: 1 }),
      });
      return { id };
    });
  },

  async put({ body: { id, version, ...fields } }, call) {
    const announcement = await prepareAnnouncement(call, fields);
    return staffWrite(call, async (trx, note) => {
      const before = found(await findEditedAnnouncement(trx, id));
      const now = await updateAnnouncement(trx, call, { id, version, announcement });
      const after = keptOf({ ...announcement, version: now });
      note({ action: "announcement.put", kind: KIND, target: id, before: keptOf(before), after });
      return { version: now };
    });
  },

  remove: ({ body: { id, reason } }, call) =>
    staffWrite(call, async (trx, note) => {
      const before = found(await findEditedAnnouncement(trx, id));
      await softDelete(trx, call, KIND, id);
      note({ action: "announcement.remove", kind: KIND, target: id, before: keptOf(before), after: null, reason });
      return null;
    }),

  restore: ({ body: { id } }, call) =>
    staffWrite(call, async (trx, note) => {
      await putBack(trx, call, { target: String(id) });
      const after = keptOf(found(await findEditedAnnouncement(trx, id)));
      note({ action: "announcement.restore", kind: KIND, target: id, before: null, after });
      return null;
    }),
});

type Row = NonNullable<Awaited<ReturnType<typeof findEditedAnnouncement>>>;

const viewOf = ({ id, title, created_at, updated_at, version, deleted_at }: Row) => ({
  ...{ id, title, version },
  createdAt: created_at,
  updatedAt: updated_at,
  removedAt: deleted_at,
});

const idOf = ({ target }: { target: string }): number => Number(target);

async function takeOff(trx: Db, call: StaffCall, row: { target: string }): Promise<void> {
  await softDelete(trx, call, KIND, idOf(row));
}

/** @throws BusinessError CONFLICT when it is on the site */
async function putBack(trx: Db, call: StaffCall, row: { target: string }): Promise<void> {
  const { deleted_at } = found(await findEditedAnnouncement(trx, idOf(row)));
  if (deleted_at === null) throw new BusinessError("CONFLICT");
  await restore(trx, call, KIND, idOf(row), deleted_at);
}

undoes("announcement.add", takeOff);
undoes("announcement.remove", putBack);
undoes("announcement.restore", takeOff);
undoes("announcement.put", async (trx, call, row) => {
  const { version } = row.after as Kept;
  const before = row.before as Kept;
  const current = found(await findEditedAnnouncement(trx, idOf(row)));
  if (current.version !== version) throw new BusinessError("CONFLICT", "之后又改过了，不能直接撤销");
  const announcement = await prepareAnnouncement(call, before);
  await updateAnnouncement(trx, call, { id: idOf(row), version, announcement });
});
