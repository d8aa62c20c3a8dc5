import { nowIso, type Services } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { addToList, removeFromList } from "#upstream/db/list-position";
import { bump } from "#upstream/db/versions";
import { writtenAt } from "#upstream/modules/content/written-at";
import type { Rendered } from "#upstream/services/markdown/markdown";

/** Fields of a new announcement. */
export type AnnouncementFields = {
  title: string;
  /** Markdown. */
  content: string;
  /** For imports and the demo; now, unless given. */
  createdAt?: string;
};
/** A new announcement with its Markdown rendered. */
export type PreparedAnnouncement = Required<AnnouncementFields> & { rendered: Rendered };

/** Renders a new announcement, which is slow; before the transaction. */
export async function prepareAnnouncement(
  services: Pick<Services, "markdown" | "clock">,
  fields: AnnouncementFields,
): Promise<PreparedAnnouncement> {
  return {
    ...fields,
    title: fields.title.trim(),
    createdAt: writtenAt(services, fields.createdAt),
    rendered: await services.markdown.render(fields.content),
  };
}

/** Writes a new announcement and bumps the lists that show it. */
export async function insertAnnouncement(trx: Db, one: PreparedAnnouncement): Promise<{ id: number }> {
  const { id } = await trx
    .insertInto("announcements")
    .values({
      title: one.title,
      content: one.content,
      content_html: one.rendered.html,
      excerpt: one.rendered.excerpt,
      created_at: one.createdAt,
      deleted_at: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await addToList(trx, "announcement", { createdAt: one.createdAt, id });
  await bump(trx, [`announcement/${id}`, "announcements"]);
  return { id };
}

/**
 * Takes an announcement off the site; its row stays.
 * @throws BusinessError NOT_FOUND when it is not there or deleted.
 */
export async function deleteAnnouncement(trx: Db, services: Pick<Services, "clock">, id: number): Promise<void> {
  const gone = found(
    await trx
      .updateTable("announcements")
      .set({ deleted_at: nowIso(services) })
      .where("id", "=", id)
      .where("deleted_at", "is", null)
      .returning("created_at")
      .executeTakeFirst(),
  );
  await removeFromList(trx, "announcement", { createdAt: gone.created_at, id });
  await bump(trx, [`announcement/${id}`, "announcements"]);
}
