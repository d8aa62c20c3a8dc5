import type { Services } from "#upstream/call/context";
import { purgeCutoff } from "#upstream/modules/trash/rules";

/** Deletes form submissions that staff moved to the trash more than 30 days ago. */
export async function purgeSubmissions({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  await db.deleteFrom("form_submissions").where("deleted_at", "<", purgeCutoff(clock())).execute();
}
