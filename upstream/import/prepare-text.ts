import type { Image } from "#app/contract/common";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { insertAnswer, prepareAnswer } from "#upstream/modules/answer/write";
import { insertText } from "#upstream/modules/content/insert-text";
import { prepareWritten } from "#upstream/modules/content/written-text";
import { insertQuestion } from "#upstream/modules/question/write";
import type { FrontMatter } from "./front-matter";

/** The writing of a text that is prepared. */
export type Insert = (trx: Db) => Promise<{ id: number }>;
type Brought = {
  authorId: number;
  content: string;
  cover: Image | null;
  classificationId: number | null;
  /** Asked for an answer, within its transaction: its question may have been written in the same. */
  questionId: (trx: Db) => Promise<number>;
};

/** Renders a text that comes from elsewhere, and gives what writes it. */
export async function prepareText(services: Services, meta: FrontMatter, brought: Brought): Promise<Insert> {
  const { authorId, content, cover, classificationId, questionId } = brought;
  const shared = { authorId, content, ...(meta.createdAt === undefined ? {} : { createdAt: meta.createdAt }) };
  if (meta.kind === "answer") {
    const answer = await prepareAnswer(services, { ...shared, questionId: 0 });
    return async (trx) => insertAnswer(trx, services, { ...answer, questionId: await questionId(trx) });
  }
  const { title, tags } = meta;
  if (meta.kind === "question") {
    const question = await prepareWritten(services, "question", { ...shared, title, tags });
    return (trx) => insertQuestion(trx, services, question);
  }
  const article = await prepareWritten(services, "article", { ...shared, title, tags, classificationId, cover });
  return (trx) => insertText(trx, services, "article", article);
}
