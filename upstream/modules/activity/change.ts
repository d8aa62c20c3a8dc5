import { nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { toJson } from "#upstream/db/schema/columns";
import { bump } from "#upstream/db/versions";
import { placedKeys } from "#upstream/modules/content/version-keys";
import { updateAtVersion } from "#upstream/policy/update-at-version";
import type { PreparedActivity } from "./write";

/** An activity for editing, even if it is unpublished; undefined if there is none. */
export function findEditedActivity(db: Db, id: number) {
  return db.selectFrom("activities").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Updates an activity if it still has the given version. @throws BusinessError CONFLICT */
export async function updateActivity(
  trx: Db,
  services: Pick<Services, "clock">,
  { id, version, activity }: { id: number; version: number; activity: PreparedActivity },
): Promise<void> {
  await updateAtVersion(
    trx,
    "activities",
    { id, version },
    {
      title: activity.title,
      content: activity.content,
      content_html: activity.rendered.html,
      excerpt: activity.rendered.excerpt,
      cover: activity.cover && toJson(activity.cover),
      city: activity.city,
      starts_at: activity.startsAt,
      ends_at: activity.endsAt,
      form_id: activity.formId,
      capacity: activity.capacity,
      updated_at: nowIso(services),
    },
  );
  await bump(trx, placedKeys("activity", { id }));
}
