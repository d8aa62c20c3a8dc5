import { z } from "zod";
import { EDITOR_FIELDS, type WrittenKind } from "#app/contract/writing/editor-fields";
import { fieldShape } from "#app/contract/writing/editor-schemas";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { updateAnswer } from "#upstream/modules/answer/update";
import { insertAnswer } from "#upstream/modules/answer/write";
import { prepareSentArticle } from "#upstream/modules/article/prepare";
import { changeText, type TextChange } from "#upstream/modules/content/change-text";
import type { StoredFields } from "#upstream/modules/content/editor-columns";
import { insertText } from "#upstream/modules/content/insert-text";
import { prepareWritten, type WrittenText } from "#upstream/modules/content/written-text";
import { updateQuestion } from "#upstream/modules/question/update";
import { insertQuestion } from "#upstream/modules/question/write";

type Needed = Pick<Services, "db" | "objects" | "site" | "markdown" | "clock" | "search">;
type Id = { id: number };

/** Functions that write texts of a kind: as sent by their author, after a review, or to restore an earlier version. */
type Writer<K extends WrittenKind> = {
  /**
   * @param id id of the text that is changed; null for a new one
   * @throws BusinessError INVALID_PARAMS if a referenced choice does not exist
   */
  prepare(services: Needed, fields: StoredFields<K> & { authorId: number }, id: number | null): Promise<WrittenText<K>>;
  /** @param text for an answer with its question */
  insert(trx: Db, services: Needed, text: WrittenText<K> & { questionId?: number | undefined }): Promise<Id>;
  update(trx: Db, services: Needed, change: TextChange<K>): Promise<Id & { version: number }>;
};

const WRITERS: { [K in WrittenKind]: Writer<K> } = {
  question: {
    prepare: (services, fields) => prepareWritten(services, "question", fields),
    insert: insertQuestion,
    update: updateQuestion,
  },
  answer: {
    prepare: (services, fields) => prepareWritten(services, "answer", fields),
    insert: (trx, services, { questionId = 0, ...text }) => insertAnswer(trx, services, { ...text, questionId }),
    update: updateAnswer,
  },
  article: {
    prepare: prepareSentArticle,
    insert: (trx, services, article) => insertText(trx, services, "article", article),
    update: (trx, services, change) => changeText(trx, services, { ...change, kind: "article" }),
  },
};

/** Writer of texts of a kind. */
export const writerOf = <K extends WrittenKind>(kind: K): Writer<K> => WRITERS[kind];

/** Schema of what the author of a text of a kind submits. */
export const sentSchema = (kind: WrittenKind) => z.object(fieldShape(EDITOR_FIELDS[kind], "sent"));
