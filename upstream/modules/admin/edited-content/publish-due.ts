import type { Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { SCHEDULED } from "./drafting";

/** Drafts that one run publishes; the next does the others. */
const AT_ONCE = 50;

/**
 * Publishes drafts whose time has come, by the database's own clock. Of processes that come to one at once one does it; one
 * that can't be published says so in its list, and waits for its writers.
 * @returns how many were published
 * @throws what kept one from being published that was not its writers' doing, after the others; it is tried again
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
  const errors: unknown[] = [];
  for (const row of due) {
    try {
      await SCHEDULED[row.kind]?.(services, row);
      published += 1;
    } catch (error) {
      if (!(error instanceof BusinessError)) {
        errors.push(error);
        continue;
      }
      // Unless another process has published it, or somebody changed it, meanwhile.
      const failed = await db
        .updateTable("staff_drafts")
        .set({ failure: error.message })
        .where("id", "=", row.id)
        .where("version", "=", row.version)
        .executeTakeFirst();
      if (failed.numUpdatedRows) services.note("scheduled_draft_failed", { draft: row.id, code: error.code });
    }
  }
  if (errors.length > 0) throw errors[0];
  return published;
}
