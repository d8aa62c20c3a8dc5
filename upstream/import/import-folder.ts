import { realpath } from "node:fs/promises";
import { basename } from "node:path";
import { nowIso, type Services } from "#upstream/call/context";
import { transact } from "#upstream/db/transact";
import { makingOf } from "#upstream/modules/content/written-text";
import type { MadeText } from "#upstream/services/make-text";
import { reasonOf } from "./bad-file";
import { completeImport } from "./complete-import";
import { bringImages, type PictureFolder, pictureFolder } from "./images";
import type { ImportOptions, ImportReport } from "./import-options";
import { isStopped } from "./is-stopped";
import { linkedFiles } from "./linked-files";
import { loadClassifications, loadPeople, loadQuestions } from "./lookups";
import { type MakeText, makeHere } from "./make-here";
import { oneAhead } from "./one-ahead";
import { type Brought, type Insert, insertOld, prepareText } from "./prepare-text";
import { bodyOf, readSources, type SourceFile } from "./read-sources";

/** An import under way. */
type Run = {
  services: Services;
  report: ImportReport;
  options: ImportOptions;
  dryRun: boolean;
  pictures: PictureFolder;
  linkFiles: ReturnType<typeof linkedFiles>;
  people: Awaited<ReturnType<typeof loadPeople>>;
  classifications: Awaited<ReturnType<typeof loadClassifications>>;
  questions: Awaited<ReturnType<typeof loadQuestions>>;
  make: MakeText;
};
type Begun = Omit<Brought, "authorId" | "made"> & { made: Promise<MadeText> };
type Fitting = { source: SourceFile; begun: Begun };
type Prepared = { source: SourceFile; insert: Insert };

/** Maximum files and bytes per transaction; the next batch is in memory at the same time. */
const TOGETHER = { files: 100, bytes: 1024 ** 2 };
/** Placeholder in a dry run, which renders nothing. */
const NOT_MADE = Promise.resolve({} as MadeText);

/**
 * Imports every Markdown file of a folder. A file that can't be imported is reported, and the others are still
 * imported. Running it again skips files that were imported before.
 */
export async function importFolder(
  services: Services,
  folder: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const root = await realpath(folder);
  const { progress = () => {}, createClassifications = false, dryRun = false } = options;
  const { sources, earlier, unchanged, bad, told } = await readSources(services, root, options);
  const report: ImportReport = { imported: 0, unchanged, bad, told, fetched: 0, stopped: false };
  const run: Run = {
    services,
    report,
    options,
    dryRun,
    pictures: pictureFolder(root),
    linkFiles: linkedFiles(root, sources, earlier),
    people: await loadPeople(services, sources),
    classifications: await loadClassifications(services, { create: createClassifications, dryRun }),
    questions: await loadQuestions(services, root, sources),
    make: options.make ?? makeHere(services),
  };
  let done = 0;
  const ahead = oneAhead(async (batch: { size: number; fitting: Fitting[] }) => {
    if (await isStopped(services, report, options)) return;
    await finishBatch(run, batch.fitting);
    done += batch.size;
    progress(done, sources.length);
  });
  const isAnswer = ({ meta }: SourceFile) => meta.kind === "answer";
  // Answers come last, because their questions may be in this folder, and are looked up when answers are written.
  for (const group of [sources.filter((source) => !isAnswer(source)), sources.filter(isAnswer)]) {
    for (const batch of batches(group)) {
      if (await isStopped(services, report, options)) break;
      await ahead.add({ size: batch.length, fitting: await beginBatch(run, batch) });
    }
    if (group.length > 0) await ahead.settle();
  }
  await completeImport(services, basename(root), report, options);
  return report;
}

async function beginBatch(run: Run, batch: readonly SourceFile[]): Promise<Fitting[]> {
  const fitting: Fitting[] = [];
  for (const source of batch) {
    try {
      fitting.push({ source, begun: await begin(run, source) });
    } catch (error) {
      refuse(run, source, error);
    }
  }
  return fitting;
}

/** Prepares a text except for its author; rendering continues meanwhile. */
async function begin(run: Run, source: SourceFile): Promise<Begun> {
  const { services, report, pictures, dryRun } = run;
  const { meta } = source;
  const questionId = meta.kind === "answer" ? run.questions.find(source, meta.question) : 0;
  const named = meta.kind === "article" ? meta.classification : undefined;
  const classificationId = named === undefined ? null : await run.classifications(named);
  const { body, notes: odd } = bodyOf(source, run.options);
  // The texts of our export are not linked by files.
  const { body: markdown, notes: unlinked } = source.own ? { body, notes: [] } : run.linkFiles(source.name, body);
  const brought = await bringImages(services, pictures, { file: source.path, markdown, dryRun });
  const { body: content, cover, notes } = brought;
  report.told.push(...[...odd, ...unlinked, ...notes].map((reason) => ({ file: source.name, reason })));
  const made = dryRun ? NOT_MADE : run.make(content, makingOf(meta.kind, meta));
  // Reported when it is to be written.
  made.catch(() => {});
  return { content, cover, classificationId, questionId: async () => questionId, made };
}

async function finishBatch(run: Run, fitting: readonly Fitting[]): Promise<void> {
  const { services, report, people, questions } = run;
  if (run.dryRun) {
    // Later answers must find their questions.
    for (const { source } of fitting) if (source.meta.kind === "question") questions.add(source, 0);
    report.imported += fitting.length;
    return;
  }
  // In one transaction where possible; people who can't be created are reported with their texts.
  await people(fitting.map(({ source }) => ({ nickname: source.meta.author }))).catch(() => []);
  const prepared: Prepared[] = [];
  for (const { source, begun } of fitting) {
    try {
      const [authorId = 0] = await people([{ nickname: source.meta.author }]);
      const insert = prepareText(services, source.meta, { ...begun, authorId, made: await begun.made });
      prepared.push({ source, insert });
    } catch (error) {
      refuse(run, source, error);
    }
  }
  // If the database rejects one text, its transaction fails: then each gets its own.
  await write(run, prepared).catch(async () => {
    for (const one of prepared) await write(run, [one]).catch((error) => refuse(run, one.source, error));
  });
}

function refuse({ report }: Run, { name }: SourceFile, error: unknown): void {
  report.bad.push({ file: name, reason: reasonOf(error) });
}

async function write({ services, report, questions }: Run, prepared: readonly Prepared[]): Promise<void> {
  if (prepared.length === 0) return;
  const written = await transact(services.db, async (trx) => {
    const rows: { source: SourceFile; id: number }[] = [];
    await insertOld(trx, services, prepared, ({ source }, id) => rows.push({ source, id }));
    await trx
      .insertInto("imports")
      .values(
        rows.map(({ source: { key, hash, meta }, id }) => ({
          source: key,
          kind: meta.kind,
          item_id: id,
          hash,
          imported_at: nowIso(services),
        })),
      )
      .execute();
    return rows;
  });
  for (const { source, id } of written) if (source.meta.kind === "question") questions.add(source, id);
  report.imported += prepared.length;
}

function* batches(sources: readonly SourceFile[]): Generator<SourceFile[]> {
  let batch: SourceFile[] = [];
  let bytes = 0;
  for (const source of sources) {
    if (batch.length === TOGETHER.files || (batch.length > 0 && bytes + source.size > TOGETHER.bytes)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(source);
    bytes += source.size;
  }
  if (batch.length > 0) yield batch;
}
