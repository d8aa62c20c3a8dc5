import { nowIso, type Services } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { bump } from "#upstream/db/versions";
import { keepShown } from "#upstream/services/storage/shown-keys";
import type { PreparedAnnouncement } from "./write";

/** An announcement as its writers have it; undefined when there is none. */
export function findEditedAnnouncement(db: Db, id: number) {
  return db.selectFrom("announcements").selectAll().where("id", "=", id).executeTakeFirst();
}

type Changed = {
  id: number;
  version: number;
  announcement: Pick<PreparedAnnouncement, "title" | "content" | "rendered">;
};

/**
 * Changes an announcement of which this version was read. @returns the version that it has now
 * @throws BusinessError NOT_FOUND when there is none, CONFLICT when it was changed since
 */
export async function updateAnnouncement(
  trx: Db,
  services: Pick<Services, "clock">,
  { id, version, announcement: { title, content, rendered } }: Changed,
): Promise<number> {
  await keepShown(trx, [content, rendered.html]);
  const changed = await trx
    .updateTable("announcements")
    .set({ title, content, content_html: rendered.html, excerpt: rendered.excerpt })
    .set({ version: version + 1, updated_at: nowIso(services) })
    .where("id", "=", id)
    .where("version", "=", version)
    .returning("version")
    .executeTakeFirst();
  if (!changed) {
    found(await findEditedAnnouncement(trx, id));
    throw new BusinessError("CONFLICT");
  }
  await bump(trx, [`announcement/${id}`, "announcements"]);
  return changed.version;
}
