import { nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { bump } from "#upstream/db/versions";
import { placedKeys } from "#upstream/modules/content/keys";
import type { PreparedAnnouncement } from "./write";

/** An announcement for editing; undefined if there is none. */
export function findEditedAnnouncement(db: Db, id: number) {
  return db.selectFrom("announcements").selectAll().where("id", "=", id).executeTakeFirst();
}

type Changed = {
  id: number;
  version: number;
  announcement: Pick<PreparedAnnouncement, "title" | "content" | "rendered">;
};

/** Updates an announcement if it still has the given version. @returns whether it had */
export async function updateAnnouncement(
  trx: Db,
  services: Pick<Services, "clock">,
  { id, version, announcement: { title, content, rendered } }: Changed,
): Promise<boolean> {
  const changed = await trx
    .updateTable("announcements")
    .set({ title, content, content_html: rendered.html, excerpt: rendered.excerpt })
    .set({ version: version + 1, updated_at: nowIso(services) })
    .where("id", "=", id)
    .where("version", "=", version)
    .returning("id")
    .executeTakeFirst();
  if (changed) await bump(trx, placedKeys("announcement", { id }));
  return changed !== undefined;
}
