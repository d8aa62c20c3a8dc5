import { createHash } from "node:crypto";
import { nowIso, type Services } from "#upstream/call/context";
import type { ImportsTable } from "#upstream/db/schema/imports";
import { transact } from "#upstream/db/transact";
import { BadFile, reasonOf } from "./bad-file";
import { completeImport } from "./complete-import";
import { BadExport, type Entry, type Export } from "./exports/entry";
import { createMetaCheck } from "./front-matter";
import { pictureFolder } from "./images";
import type { ImportOptions, ImportReport } from "./import-options";
import { importedThings } from "./imported-things";
import { isStopped } from "./is-stopped";
import { loadClassifications, loadPeople } from "./lookups";
import { makeHere } from "./make-here";
import { oneAhead } from "./one-ahead";
import { type Preparation, prepareEntry } from "./prepare-entry";
import { type Insert, insertAll, insertOld } from "./prepare-text";

const ENTRIES_A_TRANSACTION = 100;

/** An import under way. */
type Run = Preparation & {
  report: ImportReport;
  /** Hashes of entries that were begun but not written yet, by key. */
  begun: Map<string, string>;
};
/** A valid entry; it is being rendered until `finish` returns what to write. */
type Begun = { entry: Entry; hash: string; finish: () => Promise<Insert> };
type Prepared = { entry: Entry; hash: string; insert: Insert };

/**
 * Imports another site's export as it is read, in batches. Earlier entries are recognized by the site's name and their
 * key, so running it again, even with a newer export, changes nothing and continues where it stopped.
 */
export async function importExport(
  services: Services,
  from: Export,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const { progress = () => {} } = options;
  const run = await startRun(services, from, options);
  const { report } = run;
  const ahead = oneAhead(async (batch: readonly Begun[]) => {
    if (await isStopped(services, report, options)) return;
    await finishBatch(run, batch);
    const { done, total } = from.progress();
    progress(done, total);
  });
  let batch: Entry[] = [];
  try {
    for await (const entry of from.entries(({ place, reason }) => report.told.push({ file: place, reason }))) {
      batch.push(entry);
      if (batch.length < ENTRIES_A_TRANSACTION) continue;
      if (await isStopped(services, report, options)) break;
      await ahead.add(await beginBatch(run, batch));
      batch = [];
    }
  } catch (error) {
    if (!(error instanceof BadExport)) throw error;
    report.bad.push({ file: from.site, reason: error.message });
  }
  if (!(await isStopped(services, report, options))) await ahead.add(await beginBatch(run, batch));
  await ahead.settle();
  await completeImport(services, from.site, report, options);
  return report;
}

async function startRun(services: Services, from: Export, options: ImportOptions): Promise<Run> {
  const { dryRun = false, createClassifications = false } = options;
  const report: ImportReport = { imported: 0, unchanged: 0, bad: [], told: [], fetched: 0, stopped: false };
  return {
    services,
    from,
    dryRun,
    report,
    things: importedThings(from.site),
    people: await loadPeople(services, []),
    classifications: await loadClassifications(services, { create: createClassifications, dryRun }),
    pictures: pictureFolder(from.pictures),
    checkMeta: createMetaCheck(services.clock()),
    make: options.make ?? makeHere(services),
    tell: ({ place }, reason) => report.told.push({ file: place, reason }),
    begun: new Map(),
  };
}

/** Prepares the entries that are new. */
async function beginBatch(run: Run, entries: readonly Entry[]): Promise<Begun[]> {
  const known = new Map([...run.begun, ...(await run.things.hashes(run.services.db, entries))]);
  const batch: Begun[] = [];
  run.begun = new Map();
  for (const entry of entries) {
    const hash = createHash("sha256").update(entry.source).digest("hex");
    const before = known.get(entry.key);
    if (before === hash) {
      run.report.unchanged += 1;
      continue;
    }
    try {
      if (before !== undefined) throw new BadFile("导入之后在原站改动过，未再导入（请在站内编辑）");
      batch.push({ entry, hash, finish: await prepareEntry(run, entry) });
      run.begun.set(entry.key, hash);
    } catch (error) {
      refuse(run, entry, error);
    }
  }
  return batch;
}

async function finishBatch(run: Run, batch: readonly Begun[]): Promise<void> {
  const prepared: Prepared[] = [];
  for (const { entry, hash, finish } of batch) {
    try {
      prepared.push({ entry, hash, insert: await finish() });
    } catch (error) {
      refuse(run, entry, error);
    }
  }
  if (run.dryRun) return pretend(run, prepared);
  // If the database rejects one entry, its transaction fails: then each gets its own.
  await write(run, prepared).catch(async () => {
    for (const one of prepared) await write(run, [one]).catch((error) => refuse(run, one.entry, error));
  });
}

function refuse({ report }: Run, { place }: Entry, error: unknown): void {
  report.bad.push({ file: place, reason: reasonOf(error) });
}

/** Records what would have been written, so that later entries find it. */
async function pretend(run: Run, prepared: readonly Prepared[]): Promise<void> {
  const { services, things, report } = run;
  for (const one of prepared) {
    const { entry } = one;
    await insertAll(services.db, services, [one], (_, id) => {
      things.add(entry.key, { kind: entry.kind, id });
      report.imported += 1;
    }).catch((error) => refuse(run, entry, error));
  }
}

async function write({ services, things, report }: Run, prepared: readonly Prepared[]): Promise<void> {
  if (prepared.length === 0) return;
  await transact(services.db, async (trx) => {
    things.begin();
    const rows: ImportsTable[] = [];
    await insertOld(trx, services, prepared, ({ entry: { key, kind }, hash }, id) => {
      rows.push({ source: things.nameOf(key), kind, item_id: id, hash, imported_at: nowIso(services) });
      things.add(key, { kind, id });
    });
    await trx.insertInto("imports").values(rows).execute();
  }).finally(() => things.begin());
  report.imported += prepared.length;
}
