import { realpath } from "node:fs/promises";
import { basename } from "node:path";
import { nowIso, type Services } from "#upstream/call/context";
import { rebuildLists } from "#upstream/db/lists/rebuild-lists";
import { transact } from "#upstream/db/transact";
import { makingOf } from "#upstream/modules/content/written-text";
import type { MadeText } from "#upstream/services/make-text";
import { reasonOf } from "./bad-file";
import { fetchPictures } from "./fetch-pictures";
import { bringImages, pictureFolder } from "./images";
import { linkedFiles } from "./linked-files";
import { loadClassifications, loadPeople, loadQuestions } from "./lookups";
import { type MakeText, makeHere } from "./make-here";
import { oneAhead } from "./one-ahead";
import { pointLinks } from "./point-links";
import { type Brought, type Insert, insertOld, prepareText } from "./prepare-text";
import { bodyOf, type FileNote, type ReadOptions, readSources, type Source } from "./read-sources";

/** Result of an import: counts, and messages about files. */
export type ImportReport = {
  imported: number;
  /** Number of files imported earlier and unchanged since. */
  unchanged: number;
  bad: FileNote[];
  /** Messages about changed or omitted parts of imported files. */
  told: FileNote[];
  /** Number of pictures copied from other sites. */
  fetched: number;
  /** Whether the import was aborted before the last file. */
  stopped: boolean;
};

/** Options of an import. */
export type ImportOptions = ReadOptions & {
  /** Writes nothing; only reports what would be imported. */
  dryRun?: boolean;
  /** Whether to copy pictures of other sites to the store. */
  fetchPictures?: boolean;
  /** Called after each batch. */
  progress?: (done: number, total: number) => void;
  /** Whether to create missing classifications. */
  createClassifications?: boolean;
  /** Aborts the import after the current batch. */
  signal?: AbortSignal;
  /** Renders the texts; in this thread by default. */
  make?: MakeText;
};

type Begun = Omit<Brought, "authorId" | "made"> & { made: Promise<MadeText> };
type Fitting = { source: Source; begun: Begun };
type Prepared = { source: Source; insert: Insert };

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
  const { progress = () => {}, createClassifications = false, dryRun = false, signal } = options;
  const { sources, earlier, unchanged, bad, told } = await readSources(services, root, options);
  const report: ImportReport = { imported: 0, unchanged, bad, told, fetched: 0, stopped: false };
  const pictures = pictureFolder(root);
  const linkFiles = linkedFiles(root, sources, earlier);
  const people = await loadPeople(services, sources);
  const classifications = await loadClassifications(services, { create: createClassifications, dryRun });
  const questions = await loadQuestions(services, root, sources);
  const make = options.make ?? makeHere(services);
  let done = 0;
  const ahead = oneAhead(async (batch: { size: number; fitting: Fitting[] }) => {
    await finish(batch.fitting);
    done += batch.size;
    progress(done, sources.length);
  });
  const isAnswer = ({ meta }: Source) => meta.kind === "answer";
  const isStopped = () => {
    report.stopped ||= signal?.aborted ?? false;
    return report.stopped;
  };
  // Answers come last, because their questions may be in this folder, and are looked up when answers are written.
  for (const group of [sources.filter((source) => !isAnswer(source)), sources.filter(isAnswer)]) {
    for (const batch of batches(group)) {
      if (isStopped()) break;
      await ahead.add({ size: batch.length, fitting: await begin(batch) });
    }
    if (group.length > 0 && !isStopped()) await ahead.settle();
  }
  if (report.imported && !dryRun) {
    await transact(services.db, (trx) => rebuildLists(trx));
    await services.search.optimize(services.connection);
  }
  if (!report.stopped && !dryRun) report.told.push(...(await pointLinks(services, basename(root))));
  if (options.fetchPictures && !report.stopped && !dryRun) {
    const { fetched, told: notFetched, stopped } = await fetchPictures(services, basename(root), options);
    report.fetched = fetched;
    report.told.push(...notFetched);
    report.stopped = stopped;
  }
  return report;

  async function begin(batch: readonly Source[]): Promise<Fitting[]> {
    const fitting: Fitting[] = [];
    for (const source of batch) {
      await bring(source)
        .then((begun) => fitting.push({ source, begun }))
        .catch(refuse(source));
    }
    return fitting;
  }

  async function finish(fitting: readonly Fitting[]): Promise<void> {
    if (dryRun) {
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
        refuse(source)(error);
      }
    }
    // If the database rejects one text, its transaction fails: then each gets its own.
    await write(prepared).catch(async () => {
      for (const one of prepared) await write([one]).catch(refuse(one.source));
    });
  }

  function refuse({ name }: Source) {
    return (error: unknown) => {
      report.bad.push({ file: name, reason: reasonOf(error) });
    };
  }

  /** Prepares a text except for its author; rendering continues meanwhile. */
  async function bring(source: Source): Promise<Begun> {
    const { meta } = source;
    const questionId = meta.kind === "answer" ? questions.find(source, meta.question) : 0;
    const named = meta.kind === "article" ? meta.classification : undefined;
    const classificationId = named === undefined ? null : await classifications(named);
    const { body, notes: odd } = bodyOf(source, options);
    const { body: markdown, notes: unlinked } = linkFiles(source.name, body);
    const {
      body: content,
      cover,
      notes,
    } = await bringImages(services, pictures, { file: source.path, markdown, dryRun });
    report.told.push(...[...odd, ...unlinked, ...notes].map((reason) => ({ file: source.name, reason })));
    const made = dryRun ? NOT_MADE : make(content, makingOf(meta.kind, meta));
    // Reported when it is to be written.
    made.catch(() => {});
    return { content, cover, classificationId, questionId: async () => questionId, made };
  }

  async function write(prepared: readonly Prepared[]): Promise<void> {
    if (prepared.length === 0) return;
    const written = await transact(services.db, async (trx) => {
      const rows: { source: Source; id: number }[] = [];
      await insertOld(trx, services, prepared, ({ source }, id) => rows.push({ source, id }));
      await trx
        .insertInto("imports")
        .values(
          rows.map(({ source: { key, hash, meta }, id }) => ({
            ...{ source: key, kind: meta.kind, item_id: id },
            ...{ hash, imported_at: nowIso(services) },
          })),
        )
        .execute();
      return rows;
    });
    for (const { source, id } of written) if (source.meta.kind === "question") questions.add(source, id);
    report.imported += prepared.length;
  }
}

function* batches(sources: readonly Source[]): Generator<Source[]> {
  let batch: Source[] = [];
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
