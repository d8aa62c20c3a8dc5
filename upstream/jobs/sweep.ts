import { HOUR, MINUTE, SECOND } from "#runtime/time-units";
import type { Services } from "#upstream/call/context";
import { pushAddresses } from "#upstream/modules/address-push/push";
import { hideDue } from "#upstream/modules/admin/edited-content/hide-due";
import { publishDue } from "#upstream/modules/admin/edited-content/publish-due";
import { endPlaced } from "#upstream/modules/admin/placing/end-due";
import { placeDuePictures } from "#upstream/modules/admin/site/place-due";
import { applyAgreements } from "#upstream/modules/agreement/write";
import { countFigures } from "#upstream/modules/figures/count-figures";
import { flushFigures } from "#upstream/modules/figures/flush";
import { purgeSubmissions } from "#upstream/modules/form/purge-submissions";
import { refreshLimits } from "#upstream/modules/limit/refresh";
import { deliverMessages } from "#upstream/modules/message/deliver";
import { sendMondaysLetter } from "#upstream/modules/outside/send-weekly";
import { tellOutside } from "#upstream/modules/outside/tell";
import { continueMoves } from "#upstream/modules/taxonomy/moves";
import { purgeDeleted } from "#upstream/modules/trash/purge";
import { expireUploads } from "#upstream/modules/upload/expire";
import { createOrphanRemover } from "#upstream/modules/upload/remove-orphans";
import { removeUnused } from "#upstream/modules/upload/remove-unused";
import { forgetLate } from "#upstream/modules/user/delete-user";
import { forgetOffered } from "#upstream/modules/user/wechat-picture";
import { expirePreviews } from "#upstream/modules/zhiku/files/preview-copy";
import { sweepOrders } from "#upstream/modules/zhiku/order/sweep-orders";
import { reconcileYesterday } from "#upstream/modules/zhiku/reconcile/reconcile";
import { notifyEndingRights } from "#upstream/modules/zhiku/rights/notify-ending";
import { backupPlaceOf } from "./backup/backups";
import { createMinuteCopies, type MinuteCopies } from "./backup/minute-copies";
import { createOwnListRechecker } from "./recheck-own-lists";
import { removeLeftFiles } from "./remove-left-files";
import { removeWorkFolders } from "./remove-work-folders";
import { backUpHourly, createJobRunner } from "./run-jobs";
import { createTimeSettler } from "./settle-times";

/** Tables with rows that are worthless after the time in a column. */
const EXPIRING = [
  ["rate_limits", "ends_at"],
  ["one_time_tokens", "expires_at"],
  ["sms_codes", "expires_at"],
  ["mail_codes", "expires_at"],
  ["sessions", "expires_at"],
  ["submissions", "expires_at"],
  ["carried_sanctions", "forget_at"],
  ["claims", "until_at"],
] as const;

/**
 * Deletes expired data and sends due notifications. Safe to run concurrently or not at all: expired data is never used.
 */
export async function sweep(services: Services): Promise<void> {
  const now = services.clock().toISOString();
  for (const [table, column] of EXPIRING) await services.db.deleteFrom(table).where(column, "<=", now).execute();
  await expireUploads(services);
  await expirePreviews(services);
  await notifyEndingRights(services);
  await purgeSubmissions(services);
  await forgetOffered(services);
  await forgetLate(services);
  const purged = await purgeDeleted(services);
  if (purged) services.note("trash_purged", { things: purged });
}

/**
 * Starts the regular sweeps: expired data every hour; orders, messages, drafts, pins and agreements twice a minute;
 * jobs requested by staff at once. @returns a function that stops them, and waits for the running job to break off
 */
export function sweepRegularly(services: Services): () => Promise<void> {
  const jobs = createJobRunner(services);
  const minutes = minuteCopiesOf(services);
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
    repeat(services, HOUR, async () => {
      const removed = await removeWorkFolders(services);
      if (removed) services.note("work_folders_removed", { folders: removed });
    }),
    repeat(services, HOUR, async () => {
      const removed = await removeLeftFiles(services);
      if (removed) services.note("left_files_removed", { files: removed });
    }),
    repeat(services, HOUR, recheckOwnLists),
    repeat(services, 30 * SECOND, sweepOrders),
    repeat(services, 30 * SECOND, deliverMessages),
    repeat(services, 30 * SECOND, (all) => tellOutside(all)),
    repeat(services, MINUTE, sendMondaysLetter),
    repeat(services, 30 * SECOND, createTimeSettler()),
    repeat(services, 30 * SECOND, async () => {
      const published = await publishDue(services);
      if (published) services.note("drafts_published", { drafts: published });
    }),
    repeat(services, 30 * SECOND, async () => {
      const hidden = await hideDue(services);
      if (hidden) services.note("hidden_at_time", { things: hidden });
    }),
    repeat(services, 30 * SECOND, async () => {
      const pictures = await placeDuePictures(services);
      if (pictures) services.note("pictures_placed_at_time", { pictures });
    }),
    repeat(services, 30 * SECOND, async () => {
      const ended = await endPlaced(services);
      if (ended) services.note("placed_ended", { things: ended });
    }),
    repeat(services, 30 * SECOND, async () => {
      const applied = await applyAgreements(services);
      if (applied) services.note("agreements_applied", { agreements: applied });
    }),
    repeat(services, 5 * SECOND, flushFigures),
    repeat(services, 5 * SECOND, continueMoves),
    repeat(services, HOUR, countFigures),
    repeat(services, 5 * MINUTE, pushAddresses),
    repeat(services, HOUR, reconcileYesterday),
    repeat(services, 2 * MINUTE, backUpHourly),
    repeat(services, MINUTE, () => minutes?.copy() ?? Promise.resolve()),
    repeat(services, 2 * SECOND, refreshLimits),
    repeat(services, 2 * SECOND, async () => {
      await jobs.runNext();
    }),
  ];
  return async () => {
    for (const end of ends) end();
    await jobs.stop();
    await minutes?.close();
  };
}

/** Minute copies, if SQLite is in a file and a backup location is configured. */
function minuteCopiesOf(services: Services): MinuteCopies | null {
  const { database } = services.config;
  const place = backupPlaceOf(services.config);
  if (!place || database.kind !== "sqlite" || database.file === ":memory:") return null;
  return createMinuteCopies(services, place, database.file);
}

/** Runs work periodically; a run that takes longer than the pause does not overlap with the next. */
function repeat(services: Services, pause: number, work: (services: Services) => Promise<void>): () => void {
  let running = false;
  const run = async () => {
    if (running) return;
    running = true;
    const written = work !== refreshLimits && services.readOnly.sentence() !== "";
    if (!written)
      await work(services).catch((error: unknown) => services.note("sweep_failed", { error: String(error) }));
    running = false;
  };
  const timer = setInterval(() => void run(), pause).unref();
  return () => clearInterval(timer);
}
