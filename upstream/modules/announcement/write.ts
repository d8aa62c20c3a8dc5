import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { enlist } from "#upstream/modules/content/enlist";
import { writtenAt } from "#upstream/modules/content/written-at";
import type { Rendered } from "#upstream/services/markdown/markdown";

/** Fields of a new announcement. */
export type AnnouncementFields = {
  title: string;
  /** Text of the announcement in Markdown. */
  content: string;
  /** Creation time, for imports and the demo; now by default. */
  createdAt?: string;
};
/** A new announcement with its Markdown rendered. */
export type PreparedAnnouncement = Required<AnnouncementFields> & { rendered: Rendered };

/** Renders a new announcement; slow, so call it before the transaction if possible. */
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

/** Inserts a new announcement and bumps the lists that show it. */
export async function insertAnnouncement(
  trx: Db,
  services: Pick<Services, "search">,
  one: PreparedAnnouncement,
): Promise<{ id: number }> {
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
  await enlist(trx, services, [{ kind: "announcement", row: { id, created_at: one.createdAt } }]);
  return { id };
}
