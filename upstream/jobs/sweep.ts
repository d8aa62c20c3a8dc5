import { HOUR, SECOND } from "#runtime/time-units";
import type { Services } from "#upstream/call/context";
import { publishDue } from "#upstream/modules/admin/edited-content/publish-due";
import { applyAgreements } from "#upstream/modules/agreement/write";
import { countFigures } from "#upstream/modules/figures/count-figures";
import { flushFigures } from "#upstream/modules/figures/flush";
import { purgeSubmissions } from "#upstream/modules/form/purge-submissions";
import { deliverMessages } from "#upstream/modules/message/deliver";
import { goOnMoving } from "#upstream/modules/taxonomy/moves";
import { purgeDeleted } from "#upstream/modules/trash/purge";
import { expireUploads } from "#upstream/modules/upload/expire";
import { createOrphanRemover } from "#upstream/modules/upload/remove-orphans";
import { removeUnused } from "#upstream/modules/upload/remove-unused";
import { expirePreviews } from "#upstream/modules/zhiku/files/preview-copy";
import { sweepOrders } from "#upstream/modules/zhiku/order/sweep-orders";
import { reconcileYesterday } from "#upstream/modules/zhiku/reconcile/reconcile";
import { notifyEndingRights } from "#upstream/modules/zhiku/rights/notify-ending";
import { createOwnListRechecker } from "./recheck-own-lists";

/** Rows that are good for nothing after the time in a column of theirs. */
const EXPIRING = [
  ["rate_limits", "ends_at"],
  ["one_time_tokens", "expires_at"],
  ["sms_codes", "expires_at"],
  ["sessions", "expires_at"],
  ["submissions", "expires_at"],
] as const;

/** Removes what is past its time, and tells of what will be. Running it twice at once, or never, breaks nothing: expired things do not count. */
export async function sweep(services: Services): Promise<void> {
  const now = services.clock().toISOString();
  for (const [table, column] of EXPIRING) await services.db.deleteFrom(table).where(column, "<=", now).execute();
  await expireUploads(services);
  await expirePreviews(services);
  await notifyEndingRights(services);
  await purgeSubmissions(services);
  const purged = await purgeDeleted(services);
  if (purged) services.note("trash_purged", { things: purged });
}

/** Sweeps regularly from now on: what is past its time every hour; orders, messages, drafts, agreements twice a minute. @returns what ends it */
export function sweepRegularly(services: Services): () => void {
  const removeOrphans = createOrphanRemover();
  const recheckOwnLists = createOwnListRechecker();
  const ends = [
    repeat(services, HOUR, sweep),
    repeat(services, HOUR, async () => {
      const removed = await removeOrphans(services);
      if (removed) services.note("orphans_removed", { files: removed });
    }),
    repeat(services, HOUR, async () => {
      const removed = await removeUnused(services);
      if (removed) services.note("unused_files_removed", { files: removed });
    }),
    repeat(services, HOUR, recheckOwnLists),
    repeat(services, 30 * SECOND, sweepOrders),
    repeat(services, 30 * SECOND, deliverMessages),
    repeat(services, 30 * SECOND, async () => {
      const published = await publishDue(services);
      if (published) services.note("drafts_published", { drafts: published });
    }),
    repeat(services, 30 * SECOND, async () => {
      const applied = await applyAgreements(services);
      if (applied) services.note("agreements_applied", { agreements: applied });
    }),
    repeat(services, 5 * SECOND, flushFigures),
    repeat(services, 5 * SECOND, goOnMoving),
    repeat(services, HOUR, countFigures),
    repeat(services, HOUR, reconcileYesterday),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** A sweep that takes longer than its pause is not begun a second time. */
function repeat(services: Services, pause: number, work: (services: Services) => Promise<void>): () => void {
  let running = false;
  const run = async () => {
    if (running) return;
    running = true;
    await work(services).catch((error: unknown) => services.note("sweep_failed", { error: String(error) }));
    running = false;
  };
  const timer = setInterval(() => void run(), pause).unref();
  return () => clearInterval(timer);
}
