import { traceOf } from "#log/log";
import type { UpstreamEvent } from "#log/upstream-events";
import { HOUR, MINUTE, SECOND } from "#runtime/time-units";
import type { Services } from "#upstream/call/context";
import { isRestored } from "#upstream/db/instance-of-data";
import { pushAddresses } from "#upstream/modules/address-push/push";
import { hideDue } from "#upstream/modules/admin/edited-content/hide-due";
import { endPlaced } from "#upstream/modules/admin/placing/end-due";
import { placeDuePictures } from "#upstream/modules/admin/site/place-due";
import { applyAgreements } from "#upstream/modules/agreement/write";
import { problemOfPlace } from "#upstream/modules/backup/claim";
import { backupPlaceOf } from "#upstream/modules/backup/place";
import { countFigures } from "#upstream/modules/figures/count-figures";
import { flushFigures } from "#upstream/modules/figures/flush";
import { createLimitsRefresher } from "#upstream/modules/limit/refresh";
import { deliverMessages } from "#upstream/modules/message/deliver";
import { sendMondaysLetter } from "#upstream/modules/outside/send-weekly";
import { tellOutside } from "#upstream/modules/outside/tell";
import { continueMoves } from "#upstream/modules/taxonomy/moves";
import { createOrphanRemover } from "#upstream/modules/upload/remove-orphans";
import { removeUnused } from "#upstream/modules/upload/remove-unused";
import { sweepOrders } from "#upstream/modules/zhiku/order/sweep-orders";
import { reconcileYesterday } from "#upstream/modules/zhiku/reconcile/reconcile";
import { createMinuteCopies, type MinuteCopies } from "./backup/minute-copies";
import { publishDue } from "./publish-due";
import { createOwnListRechecker } from "./recheck-own-lists";
import { remindOfRestored } from "./remind-of-restored";
import { removeLeftFiles } from "./remove-left-files";
import { removeWorkFolders } from "./remove-work-folders";
import { backUpHourly, createJobRunner, type JobRunner } from "./run-jobs";
import { createTimeSettler } from "./settle-times";
import { sweep } from "./sweep";

/** A regular job. */
type Sweep = {
  /** Name by which the log tells that it failed. */
  name: string;
  run: (services: Services) => Promise<unknown>;
  /** Whether it runs while the site is read-only, too. */
  whileReadOnly?: boolean;
  /**
   * Whether it changes something that a restored copy shares with the original site: files of the store, backups,
   * orders, or what people and search engines get. It waits until the copy has taken over.
   */
  isShared?: boolean;
};
type Scheduled = Sweep & {
  /** Milliseconds between two runs; one that takes longer does not overlap with the next. */
  every: number;
};

/** All regular jobs of a process. */
const scheduleOf = (jobs: JobRunner, minutes: MinuteCopies | null): Scheduled[] => [
  { name: "limits", every: 2 * SECOND, run: createLimitsRefresher(), whileReadOnly: true },
  { name: "requested-jobs", every: 2 * SECOND, run: () => jobs.runNext() },
  { name: "figures-of-visits", every: 5 * SECOND, run: flushFigures },
  { name: "moves", every: 5 * SECOND, run: continueMoves },
  { name: "orders", every: 30 * SECOND, run: sweepOrders, isShared: true },
  { name: "messages", every: 30 * SECOND, run: deliverMessages },
  { name: "notifications-outside", every: 30 * SECOND, run: tellOutside, isShared: true },
  { name: "put-back-clock", every: 30 * SECOND, run: createTimeSettler() },
  { name: "scheduled-drafts", every: 30 * SECOND, run: noting("drafts_published", "drafts", publishDue) },
  { name: "hiding-times", every: 30 * SECOND, run: noting("hidden_at_time", "things", hideDue) },
  { name: "site-pictures", every: 30 * SECOND, run: noting("pictures_placed_at_time", "pictures", placeDuePictures) },
  { name: "pins-and-marks", every: 30 * SECOND, run: noting("placed_ended", "things", endPlaced) },
  { name: "agreements", every: 30 * SECOND, run: noting("agreements_applied", "agreements", applyAgreements) },
  { name: "weekly-letter", every: MINUTE, run: sendMondaysLetter, isShared: true },
  { name: "minute-copies", every: MINUTE, run: async () => minutes?.copy(), isShared: true },
  { name: "backup", every: 2 * MINUTE, run: backUpHourly, isShared: true },
  { name: "address-pushes", every: 5 * MINUTE, run: pushAddresses, isShared: true },
  { name: "expired-data", every: HOUR, run: sweep, isShared: true },
  {
    name: "orphans",
    every: HOUR,
    run: ofOwner(noting("orphans_removed", "files", createOrphanRemover())),
    isShared: true,
  },
  {
    name: "unused-files",
    every: HOUR,
    run: ofOwner(noting("unused_files_removed", "files", removeUnused)),
    isShared: true,
  },
  { name: "work-folders", every: HOUR, run: noting("work_folders_removed", "folders", removeWorkFolders) },
  {
    name: "left-files",
    every: HOUR,
    run: ofOwner(noting("left_files_removed", "files", removeLeftFiles)),
    isShared: true,
  },
  { name: "restored", every: HOUR, run: remindOfRestored, whileReadOnly: true },
  { name: "own-lists", every: HOUR, run: createOwnListRechecker() },
  { name: "figures", every: HOUR, run: countFigures },
  { name: "reconciliation", every: HOUR, run: reconcileYesterday },
];

/** A regular job that logs an event with the number of things it has done, if any. */
function noting(event: UpstreamEvent, things: string, work: (services: Services) => Promise<number>): Sweep["run"] {
  return async (services) => {
    const done = await work(services);
    if (done > 0) services.note(event, { [things]: done });
  };
}

/** A regular job that does nothing once another site has taken over, which may know files that this one doesn't. */
function ofOwner(run: Sweep["run"]): Sweep["run"] {
  return async (services) => {
    const place = backupPlaceOf(services.config);
    if (place && (await problemOfPlace(services, place))) return;
    await run(services);
  };
}

/** Starts all regular jobs. @returns a function that stops them, and waits for the running one of staff to break off */
export function sweepRegularly(services: Services): () => Promise<void> {
  const jobs = createJobRunner(services);
  const minutes = minuteCopiesOf(services);
  const ends = scheduleOf(jobs, minutes).map((scheduled) => repeat(services, scheduled));
  return async () => {
    for (const end of ends) end();
    await jobs.stop();
    await minutes?.close();
  };
}

/** Runs a regular job once, unless the site is read-only, or restored and it must wait; a failure is logged. */
export async function runSweep(
  services: Services,
  { name, run, whileReadOnly = false, isShared = false }: Sweep,
): Promise<void> {
  if (services.readOnly.isOn() && !whileReadOnly) return;
  try {
    if (isShared && (await isRestored(services.db))) return;
    await run(services);
  } catch (error) {
    services.note("sweep_failed", { sweep: name, error: traceOf(error) });
  }
}

function repeat(services: Services, scheduled: Scheduled): () => void {
  let running = false;
  const timer = setInterval(async () => {
    if (running) return;
    running = true;
    await runSweep(services, scheduled);
    running = false;
  }, scheduled.every).unref();
  return () => clearInterval(timer);
}

/** Minute copies, if SQLite is in a file and a backup location is configured. */
function minuteCopiesOf(services: Services): MinuteCopies | null {
  const { database } = services.config;
  const place = backupPlaceOf(services.config);
  if (!place || database.kind !== "sqlite" || database.file === ":memory:") return null;
  return createMinuteCopies(services, place, database.file);
}
