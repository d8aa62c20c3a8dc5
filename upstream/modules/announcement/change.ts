import { nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { bump } from "#upstream/db/versions";
import { placedKeys } from "#upstream/modules/content/version-keys";
import { updateAtVersion } from "#upstream/policy/update-at-version";
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

/** Updates an announcement if it still has the given version. @throws BusinessError CONFLICT */
export async function updateAnnouncement(
  trx: Db,
  services: Pick<Services, "clock">,
  { id, version, announcement: { title, content, rendered } }: Changed,
): Promise<void> {
  const words = { title, content, content_html: rendered.html, excerpt: rendered.excerpt };
  await updateAtVersion(trx, "announcements", { id, version }, { ...words, updated_at: nowIso(services) });
  await bump(trx, placedKeys("announcement", { id }));
}
