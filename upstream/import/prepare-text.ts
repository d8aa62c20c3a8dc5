import type { Image } from "#app/contract/common";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { insertAnswer } from "#upstream/modules/answer/write";
import { insertTexts } from "#upstream/modules/content/insert-text";
import { type RenderedText, renderWritten, type WrittenText } from "#upstream/modules/content/written-text";
import { insertQuestions } from "#upstream/modules/question/write";
import type { Tokens } from "#upstream/services/search/segment";
import type { FrontMatter } from "./front-matter";

/** A text that is rendered, and is being cut into its words meanwhile: of a kind of which many are written at once. */
type Standing =
  | { kind: "article"; text: RenderedText<"article">; cut: Promise<Tokens> }
  | { kind: "question"; text: RenderedText<"question">; cut: Promise<Tokens> };
/** Anything else, which is written by itself. */
type Other = { kind: "other"; write: (trx: Db) => Promise<{ id: number }>; cut?: Promise<Tokens> };
/** Something that is prepared to be written. */
export type Insert = Standing | Other;

/** A text that comes from elsewhere, with all that goes with it. */
export type Brought = {
  authorId: number;
  content: string;
  cover: Image | null;
  classificationId: number | null;
  /** Asked for an answer, within its transaction: its question may have been written in the same. */
  questionId: (trx: Db) => Promise<number>;
};

/** Renders a text that comes from elsewhere, and gives what is to be written. */
export async function prepareText(services: Services, meta: FrontMatter, brought: Brought): Promise<Insert> {
  const { authorId, content, cover, classificationId, questionId } = brought;
  const shared = { authorId, content, ...(meta.createdAt === undefined ? {} : { createdAt: meta.createdAt }) };
  const cutting = ({ rendered }: RenderedText<FrontMatter["kind"]>) => services.search.cut(rendered.plain);
  if (meta.kind === "answer") {
    const text = await renderWritten(services, "answer", shared);
    const cut = cutting(text);
    return {
      kind: "other",
      cut,
      write: async (trx) => insertAnswer(trx, services, { ...text, cut: await cut, questionId: await questionId(trx) }),
    };
  }
  const { title, tags } = meta;
  if (meta.kind === "question") {
    const text = await renderWritten(services, "question", { ...shared, title, tags });
    return { kind: "question", text, cut: cutting(text) };
  }
  const text = await renderWritten(services, "article", { ...shared, title, tags, classificationId, cover });
  return { kind: "article", text, cut: cutting(text) };
}

/** Waits until all texts are cut, so that no transaction does. */
export async function untilCut(prepared: readonly { insert: Insert }[]): Promise<void> {
  await Promise.all(prepared.map(({ insert }) => insert.cut));
}

/**
 * Writes what is prepared, in its order; texts of one kind that follow each other are written at once, which is what makes an
 * import quick.
 * @param written told of each before what comes after it is written
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

async function insertRun(trx: Db, services: Services, run: readonly Insert[]): Promise<number[]> {
  const articles: WrittenText<"article">[] = [];
  const questions: WrittenText<"question">[] = [];
  for (const insert of run) {
    if (insert.kind === "other") return [(await insert.write(trx)).id];
    const cut = await insert.cut;
    if (insert.kind === "question") questions.push({ ...insert.text, cut });
    else articles.push({ ...insert.text, cut });
  }
  return questions.length > 0
    ? insertQuestions(trx, services, questions)
    : insertTexts(trx, services, "article", articles);
}
