import type { Selectable } from "kysely";
import type { EditedKind } from "#app/contract/admin/edited";
import type { Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { StaffDraftsTable } from "#upstream/db/schema/staff-drafts";
import { publishScheduledActivity } from "#upstream/modules/admin/activity/api";
import { publishScheduledAnnouncement } from "#upstream/modules/admin/announcement/api";
import { publishScheduledCase } from "#upstream/modules/admin/case/api";
import { eachAlone } from "#upstream/policy/each-alone";

type PublishScheduled = (services: Services, draft: Selectable<StaffDraftsTable>) => Promise<void>;

const PUBLISH: Record<EditedKind, PublishScheduled> = {
  announcement: publishScheduledAnnouncement,
  activity: publishScheduledActivity,
  case: publishScheduledCase,
};
/** Maximum drafts per run; the next run does the rest. */
const AT_ONCE = 50;

/**
 * Publishes scheduled drafts that are due by the database's clock. Of concurrent processes, one publishes a draft; a
 * draft that can't be published shows the reason in its list, and waits for its editors.
 * @returns their number
 * @throws an unexpected error of one draft, after the others were published; it is retried
 */
export async function publishDue(services: Services): Promise<number> {
  const { db } = services;
  const now = (await services.databaseClock()).toISOString();
  const due = await db
    .selectFrom("staff_drafts")
    .selectAll()
    .where("publish_at", "<=", now)
    .where("failure", "=", "")
    .orderBy("publish_at")
    .orderBy("id")
    .limit(AT_ONCE)
    .execute();
  let published = 0;
  await eachAlone(due, async (row) => {
    try {
      await PUBLISH[row.kind](services, row);
      published += 1;
    } catch (error) {
      if (!(error instanceof BusinessError)) throw error;
      // Unless another process has published it, or somebody has changed it, meanwhile.
      const failed = await db
        .updateTable("staff_drafts")
        .set({ failure: error.message })
        .where("id", "=", row.id)
        .where("version", "=", row.version)
        .executeTakeFirst();
      if (failed.numUpdatedRows) services.note("scheduled_draft_failed", { draft: row.id, code: error.code });
    }
  });
  return published;
}
