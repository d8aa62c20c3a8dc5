import type { Image } from "#app/contract/common";
import { DAY } from "#runtime/time-units";
import { isoAgo, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { noteListsDue } from "#upstream/db/lists/rebuild-lists";
import { insertAnswer } from "#upstream/modules/answer/write";
import { insertTexts } from "#upstream/modules/content/insert-text";
import { completeWritten, type WrittenText } from "#upstream/modules/content/written-text";
import { insertQuestions } from "#upstream/modules/question/write";
import type { MadeText } from "#upstream/services/make-text";
import type { FrontMatter } from "./front-matter";

/** A rendered text of a kind that is written in bulk. */
type Standing = { kind: "article"; text: WrittenText<"article"> } | { kind: "question"; text: WrittenText<"question"> };
/** Anything else, written individually. */
type Other = { kind: "other"; write: (trx: Db) => Promise<{ id: number }> };
/** Something prepared to be written. */
export type Insert = Standing | Other;

/** An imported text with everything that belongs to it. */
export type Brought = {
  authorId: number;
  content: string;
  cover: Image | null;
  classificationId: number | null;
  /** Called for an answer within its transaction, which may also have written its question. */
  questionId: (trx: Db) => Promise<number>;
  made: MadeText;
};

/** Prepares an imported text to be written. */
export function prepareText(services: Services, meta: FrontMatter, brought: Brought): Insert {
  const { authorId, content, cover, classificationId, questionId, made } = brought;
  const shared = { authorId, content, ...(meta.createdAt === undefined ? {} : { createdAt: meta.createdAt }) };
  if (meta.kind === "answer") {
    const text = completeWritten(services, "answer", shared, made);
    return {
      kind: "other",
      write: async (trx) => insertAnswer(trx, services, { ...text, questionId: await questionId(trx) }),
    };
  }
  const { title, tags } = meta;
  if (meta.kind === "question")
    return { kind: "question", text: completeWritten(services, "question", { ...shared, title, tags }, made) };
  const fields = { ...shared, title, tags, classificationId, cover };
  return { kind: "article", text: completeWritten(services, "article", fields, made) };
}

/**
 * Writes prepared items in order; consecutive texts of one kind are written in bulk, which makes an import fast.
 * @param written called for each before the following ones are written
 */
export async function insertAll<T extends { insert: Insert }>(
  trx: Db,
  services: Services,
  prepared: readonly T[],
  written: (one: T, id: number) => void,
): Promise<void> {
  for (let at = 0; at < prepared.length; ) {
    const { kind } = (prepared[at] as T).insert;
    const end = prepared.findIndex(({ insert }, place) => place > at && (kind === "other" || insert.kind !== kind));
    const run = prepared.slice(at, end === -1 ? undefined : end);
    const ids = await insertRun(
      trx,
      services,
      run.map(({ insert }) => insert),
    );
    run.forEach((one, place) => {
      written(one, ids[place] as number);
    });
    at += run.length;
  }
}

/**
 * Writes like `insertAll`, in a transaction, and notifies nobody of what happened more than a day ago. Lists with old
 * entries in their midst are to be rebuilt afterwards.
 */
export async function insertOld<T extends { insert: Insert }>(
  ...[trx, services, prepared, written]: Parameters<typeof insertAll<T>>
): Promise<void> {
  const { last } = await trx
    .selectFrom("news")
    .select((eb) => eb.fn.coalesce(eb.fn.max("id"), eb.val(0)).as("last"))
    .executeTakeFirstOrThrow();
  await insertAll(trx, services, prepared, written);
  const yesterday = isoAgo(services, DAY);
  await trx.deleteFrom("news").where("id", ">", Number(last)).where("created_at", "<", yesterday).execute();
  await noteListsDue(trx);
}

async function insertRun(trx: Db, services: Services, run: readonly Insert[]): Promise<number[]> {
  const articles: WrittenText<"article">[] = [];
  const questions: WrittenText<"question">[] = [];
  for (const insert of run) {
    if (insert.kind === "other") return [(await insert.write(trx)).id];
    if (insert.kind === "question") questions.push(insert.text);
    else articles.push(insert.text);
  }
  return questions.length > 0
    ? insertQuestions(trx, services, questions)
    : insertTexts(trx, services, { kind: "article", texts: articles });
}
