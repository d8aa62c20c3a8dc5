import { createHash } from "node:crypto";
import { COMMENT_MAX, NICKNAME_MAX } from "#app/contract/limits";
import { nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { rebuildLists } from "#upstream/db/lists/rebuild-lists";
import type { ImportsTable } from "#upstream/db/schema/imports";
import { transact } from "#upstream/db/transact";
import { acceptAnswer } from "#upstream/modules/answer/write";
import { createComment } from "#upstream/modules/comment/write";
import { makingOf } from "#upstream/modules/content/written-text";
import { BadFile, reasonOf } from "./bad-file";
import { BadExport, type Entry, type Export } from "./exports/entry";
import { fetchPictures } from "./fetch-pictures";
import { checkBody, createMetaCheck } from "./front-matter";
import { bringImages, pictureFolder } from "./images";
import type { ImportOptions, ImportReport } from "./import-folder";
import { importedThings } from "./imported-things";
import { linkEntries } from "./link-entries";
import { loadClassifications, loadPeople } from "./lookups";
import { makeHere } from "./make-here";
import { oneAhead } from "./one-ahead";
import { pointLinks } from "./point-links";
import { type Insert, insertAll, insertOld, prepareText } from "./prepare-text";

const ENTRIES_A_TRANSACTION = 100;
/** Appended to the name of an author without an account, so that nobody here is mistaken for them. */
const GUEST = "（访客）";

/** Maximum characters of a title taken from a text. */
const BEGINNING = 30;

type Prepared = { entry: Entry; hash: string; insert: Insert };
/** A valid entry; it is being rendered until `finish` returns what to write. */
type Begun = { entry: Entry; hash: string; finish: () => Promise<Insert> };

/**
 * Imports another site's export as it is read, in batches. Earlier entries are recognized by the site's name and their
 * key, so running it again, even with a newer export, changes nothing and continues where it stopped.
 */
export async function importExport(
  services: Services,
  from: Export,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const { progress = () => {}, dryRun = false, signal } = options;
  const report: ImportReport = { imported: 0, unchanged: 0, bad: [], told: [], fetched: 0, stopped: false };
  const pictures = pictureFolder(from.pictures);
  const people = await loadPeople(services, []);
  const classifications = await loadClassifications(services, {
    create: options.createClassifications ?? false,
    dryRun,
  });
  const checkMeta = createMetaCheck(services.clock());
  const things = importedThings(from.site);
  const make = options.make ?? makeHere(services);
  const ahead = oneAhead(async (batch: readonly Begun[]) => {
    await finish(batch);
    const { done, total } = from.progress();
    progress(done, total);
    report.stopped = signal?.aborted ?? false;
  });
  /** Hashes of entries that were begun but not written yet, by key. */
  let begun = new Map<string, string>();
  let batch: Entry[] = [];
  try {
    for await (const entry of from.entries(({ place, reason }) => report.told.push({ file: place, reason }))) {
      batch.push(entry);
      if (batch.length < ENTRIES_A_TRANSACTION) continue;
      await ahead.add(await begin(batch));
      batch = [];
      if (report.stopped) break;
    }
  } catch (error) {
    if (!(error instanceof BadExport)) throw error;
    report.bad.push({ file: from.site, reason: error.message });
  }
  if (!report.stopped) await ahead.add(await begin(batch));
  if (!report.stopped) await ahead.settle();
  if (report.imported && !dryRun) {
    await transact(services.db, (trx) => rebuildLists(trx));
    await services.search.optimize(services.connection);
  }
  if (!report.stopped && !dryRun) report.told.push(...(await pointLinks(services, from.site)));
  if (options.fetchPictures && !report.stopped && !dryRun) {
    const { fetched, told, stopped } = await fetchPictures(services, from.site, options);
    report.fetched = fetched;
    report.told.push(...told);
    report.stopped = stopped;
  }
  return report;

  async function begin(entries: readonly Entry[]): Promise<Begun[]> {
    const known = new Map([...begun, ...(await things.hashes(services.db, entries))]);
    const batch: Begun[] = [];
    begun = new Map();
    for (const entry of entries) {
      const hash = createHash("sha256").update(entry.source).digest("hex");
      const before = known.get(entry.key);
      if (before === hash) report.unchanged += 1;
      else if (before !== undefined) refuse(entry)(new BadFile("导入之后在原站改动过，未再导入（请在站内编辑）"));
      else
        await prepare(entry)
          .then((finish) => {
            batch.push({ entry, hash, finish });
            begun.set(entry.key, hash);
          })
          .catch(refuse(entry));
    }
    return batch;
  }

  async function finish(batch: readonly Begun[]): Promise<void> {
    const prepared: Prepared[] = [];
    for (const { entry, hash, finish } of batch) {
      await finish()
        .then((insert) => prepared.push({ entry, hash, insert }))
        .catch(refuse(entry));
    }
    if (dryRun) return pretend(prepared);
    // If the database rejects one entry, its transaction fails: then each gets its own.
    await write(prepared).catch(async () => {
      for (const one of prepared) await write([one]).catch(refuse(one.entry));
    });
  }

  function refuse({ place }: Entry) {
    return (error: unknown) => {
      report.bad.push({ file: place, reason: reasonOf(error) });
    };
  }

  /** Records what would have been written, so that later entries find it. */
  async function pretend(prepared: readonly Prepared[]): Promise<void> {
    for (const one of prepared) {
      const { entry } = one;
      await insertAll(services.db, services, [one], (_, id) => {
        things.add(entry.key, { kind: entry.kind, id });
        report.imported += 1;
      }).catch(refuse(entry));
    }
  }

  /** Prepares an entry except for its author, while it is being rendered. */
  async function prepare(entry: Entry): Promise<() => Promise<Insert>> {
    const tell = (reason: string) => report.told.push({ file: entry.place, reason });
    const { kind, createdAt, tags, under = "", classification } = entry;
    const untitled = (kind === "article" || kind === "question") && entry.title?.trim() === "";
    const written = untitled ? entry.body() : null;
    const title = written === null ? entry.title : beginningOf(services.markdown.plain(written));
    const { meta, notes: odd } = checkMeta(
      {
        // Comments are validated like answers.
        kind: kind === "comment" ? "answer" : kind,
        ...{ author: nicknameOf(entry), title, createdAt, tags, question: under, classification },
      },
      "时间",
    );
    for (const note of odd) tell(note);
    if (untitled) tell(`没有标题，用了开头的字：${title}`);
    const target = (trx: Db) => things.find(trx, under);
    const writer = async () => {
      const [id = 0] = await people([{ nickname: meta.author, written: entry.author.since ?? meta.createdAt }]);
      return id;
    };
    if (kind === "comment") {
      const text = commentText(entry, tell);
      if (dryRun) return async () => other(async (trx) => ({ id: await target(trx).then(() => 0) }));
      const comment = (authorId: number) =>
        other(async (trx) => {
          const { kind: targetKind, id: targetId } = await target(trx);
          if (targetKind === "comment") throw new BadFile("评论的对象不是文章、问题或回答");
          const replyToId = entry.replyTo ? ((await things.look(trx, entry.replyTo))?.id ?? null) : null;
          const written = meta.createdAt === undefined ? {} : { createdAt: meta.createdAt };
          return createComment(trx, services, { authorId, targetKind, targetId, text, replyToId, ...written });
        });
      return async () => comment(await writer());
    }
    const markdown = checkBody(kind, linkEntries(written ?? entry.body(), { from, nameOf: things.nameOf, tell }));
    const named = meta.kind === "article" ? meta.classification : undefined;
    const classificationId = named === undefined ? null : await classifications(named);
    const file = `${from.pictures}/export`;
    const { body: content, cover, notes } = await bringImages(services, pictures, { file, markdown, dryRun });
    for (const note of notes) tell(note);
    const questionId = async (trx: Db) => {
      const question = await target(trx);
      if (question.kind !== "question") throw new BadFile("回答的对象不是问题");
      return question.id;
    };
    if (dryRun) return async () => other(async (trx) => ({ id: kind === "answer" ? await questionId(trx) : 0 }));
    const making = make(content, makingOf(meta.kind, meta));
    // Reported when it is to be written.
    making.catch(() => {});
    return async () => {
      const brought = { authorId: await writer(), content, cover, classificationId, questionId, made: await making };
      const insert = prepareText(services, meta, brought);
      if (!entry.accepted || insert.kind !== "other") return insert;
      const write = async (trx: Db) => {
        const { id } = await insert.write(trx);
        const written = meta.createdAt === undefined ? {} : { createdAt: meta.createdAt };
        await acceptAnswer(trx, services, { questionId: await questionId(trx), answerId: id, ...written });
        return { id };
      };
      return { ...insert, write };
    };
  }

  async function write(prepared: readonly Prepared[]): Promise<void> {
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
}

const other = (write: (trx: Db) => Promise<{ id: number }>): Insert => ({ kind: "other", write });

/** First line of a text, shortened to a title. */
function beginningOf(plain: string): string {
  const characters = [...(plain.trim().split("\n", 1)[0] ?? "")];
  return characters.length <= BEGINNING ? characters.join("") : `${characters.slice(0, BEGINNING - 1).join("")}…`;
}

function nicknameOf({ author }: Entry): string {
  if (!author.guest) return author.name;
  const room = NICKNAME_MAX - [...GUEST].length;
  return [...author.name.trim()].slice(0, room).join("") + GUEST;
}

function commentText(entry: Entry, tell: (reason: string) => void): string {
  const text = entry.body();
  if (!text) throw new BadFile("没有文字");
  const characters = [...text];
  if (characters.length <= COMMENT_MAX) return text;
  tell(`评论超过 ${COMMENT_MAX} 个字，已截短`);
  return `${characters.slice(0, COMMENT_MAX - 1).join("")}…`;
}
