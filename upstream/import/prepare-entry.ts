import { COMMENT_MAX, NICKNAME_MAX } from "#app/contract/limits";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { acceptAnswer } from "#upstream/modules/answer/write";
import { createComment } from "#upstream/modules/comment/write";
import { makingOf } from "#upstream/modules/content/written-text";
import { cutTo } from "#upstream/text/shortened";
import { BadFile } from "./bad-file";
import type { Entry, Export } from "./exports/entry";
import { type CheckMeta, checkBody, type FrontMatter } from "./front-matter";
import { bringImages, type PictureFolder } from "./images";
import type { importedThings } from "./imported-things";
import { linkEntries } from "./link-entries";
import type { loadClassifications, loadPeople } from "./lookups";
import type { MakeText } from "./make-here";
import { type Insert, prepareText } from "./prepare-text";

/** Services, lookups and settings with which the entries of an export are prepared. */
export type Preparation = {
  services: Services;
  from: Export;
  things: ReturnType<typeof importedThings>;
  people: Awaited<ReturnType<typeof loadPeople>>;
  classifications: Awaited<ReturnType<typeof loadClassifications>>;
  pictures: PictureFolder;
  checkMeta: CheckMeta;
  make: MakeText;
  dryRun: boolean;
  /** Reports what was changed or omitted in an entry. */
  tell(entry: Entry, note: string): void;
};

/** Writes an entry whose author exists by then; called once those before it are written, or being written. */
type Finish = () => Promise<Insert>;
/** A valid entry; `body` is its text, if that had to be read already. */
type Checked = { meta: FrontMatter; body: string | null };

/** Appended to the name of an author without an account, so that nobody here is mistaken for them. */
const GUEST = "（访客）";
/** Maximum characters of a title taken from a text. */
const BEGINNING = 30;

/**
 * Prepares an entry except for its author; rendering continues meanwhile.
 * @returns what to write, once it is its turn
 * @throws BadFile
 */
export async function prepareEntry(preparation: Preparation, entry: Entry): Promise<Finish> {
  const checked = checkEntry(preparation, entry);
  return entry.kind === "comment"
    ? prepareComment(preparation, entry, checked.meta)
    : prepareWritten(preparation, entry, checked);
}

function checkEntry({ services, checkMeta, tell }: Preparation, entry: Entry): Checked {
  const { kind, createdAt, tags, under = "", classification } = entry;
  const untitled = (kind === "article" || kind === "question") && entry.title?.trim() === "";
  const body = untitled ? entry.body() : null;
  const title = body === null ? entry.title : beginningOf(services.markdown.plain(body));
  const { meta, notes } = checkMeta(
    {
      // Comments are validated like answers.
      kind: kind === "comment" ? "answer" : kind,
      author: nicknameOf(entry),
      title,
      createdAt,
      tags,
      question: under,
      classification,
    },
    "时间",
  );
  for (const note of notes) tell(entry, note);
  if (untitled) tell(entry, `没有标题，用了开头的字：${title}`);
  return { meta, body };
}

function prepareComment(preparation: Preparation, entry: Entry, meta: FrontMatter): Finish {
  const { services, things, dryRun, tell } = preparation;
  const text = commentText(entry, (note) => tell(entry, note));
  const place = (trx: Db) => things.find(trx, entry.under ?? "");
  if (dryRun) return async () => apart(async (trx) => ({ id: await place(trx).then(() => 0) }));
  return async () => {
    const authorId = await authorOf(preparation, entry, meta);
    return apart(async (trx) => {
      const { kind: targetKind, id: targetId } = await place(trx);
      if (targetKind === "comment") throw new BadFile("评论的对象不是文章、问题或回答");
      const replyToId = entry.replyTo ? ((await things.look(trx, entry.replyTo))?.id ?? null) : null;
      return createComment(trx, services, { authorId, targetKind, targetId, text, replyToId, ...timeOf(meta) });
    });
  };
}

/** Prepares an article, a question or an answer. */
async function prepareWritten(preparation: Preparation, entry: Entry, { meta, body }: Checked): Promise<Finish> {
  const { services, from, things, classifications, pictures, make, dryRun } = preparation;
  const tell = (note: string) => preparation.tell(entry, note);
  const linked = linkEntries(body ?? entry.body(), { from, nameOf: things.nameOf, tell });
  const markdown = checkBody(meta.kind, linked);
  const named = meta.kind === "article" ? meta.classification : undefined;
  const classificationId = named === undefined ? null : await classifications(named);
  const file = `${from.pictures}/export`;
  const { body: content, cover, notes } = await bringImages(services, pictures, { file, markdown, dryRun });
  for (const note of notes) tell(note);
  const questionId = async (trx: Db) => {
    const question = await things.find(trx, entry.under ?? "");
    if (question.kind !== "question") throw new BadFile("回答的对象不是问题");
    return question.id;
  };
  if (dryRun) return async () => apart(async (trx) => ({ id: meta.kind === "answer" ? await questionId(trx) : 0 }));
  const making = make(content, makingOf(meta.kind, meta));
  // Reported when it is to be written.
  making.catch(() => {});
  return async () => {
    const authorId = await authorOf(preparation, entry, meta);
    const brought = { authorId, content, cover, classificationId, questionId, made: await making };
    const insert = prepareText(services, meta, brought);
    if (!entry.accepted || insert.kind !== "other") return insert;
    return apart(async (trx) => {
      const { id } = await insert.write(trx);
      await acceptAnswer(trx, services, { questionId: await questionId(trx), answerId: id, ...timeOf(meta) });
      return { id };
    });
  };
}

/** Something written individually. */
const apart = (write: (trx: Db) => Promise<{ id: number }>): Insert => ({ kind: "other", write });

const timeOf = ({ createdAt }: FrontMatter): { createdAt?: string } => (createdAt === undefined ? {} : { createdAt });

async function authorOf({ people }: Preparation, { author }: Entry, meta: FrontMatter): Promise<number> {
  const [id = 0] = await people([{ nickname: meta.author, written: author.since ?? meta.createdAt }]);
  return id;
}

/** First line of a text, shortened to a title. */
const beginningOf = (plain: string): string => cutTo(plain.trim().split("\n", 1)[0] ?? "", BEGINNING);

function nicknameOf({ author }: Entry): string {
  if (!author.guest) return author.name;
  const room = NICKNAME_MAX - [...GUEST].length;
  return [...author.name.trim()].slice(0, room).join("") + GUEST;
}

function commentText(entry: Entry, tell: (note: string) => void): string {
  const text = entry.body();
  if (!text) throw new BadFile("没有文字");
  const cut = cutTo(text, COMMENT_MAX);
  if (cut !== text) tell(`评论超过 ${COMMENT_MAX} 个字，已截短`);
  return cut;
}
