import { z } from "zod";
import { answerFields } from "#app/contract/answer";
import { articleFields } from "#app/contract/article";
import { text } from "#app/contract/common";
import type { draftFields } from "#app/contract/draft";
import { COMMENT_MAX } from "#app/contract/limits";
import { questionFields } from "#app/contract/question";
import type { Services } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import { parseInput } from "#upstream/call/parse-input";
import type { Db } from "#upstream/db/dialect";
import { fromJson } from "#upstream/db/schema/columns";
import { findAnswerDraft } from "#upstream/modules/answer/queries";
import { updateAnswer } from "#upstream/modules/answer/update";
import { answerTexts, insertAnswer, prepareAnswer } from "#upstream/modules/answer/write";
import { prepareSentArticle } from "#upstream/modules/article/prepare";
import { findArticleDraft } from "#upstream/modules/article/queries";
import { updateArticle } from "#upstream/modules/article/update";
import { articleTexts, insertArticle } from "#upstream/modules/article/write";
import { findOwnComment, updateComment } from "#upstream/modules/comment/edit";
import { type CommentFields, createComment } from "#upstream/modules/comment/write";
import { findQuestionDraft } from "#upstream/modules/question/queries";
import { updateQuestion } from "#upstream/modules/question/update";
import { insertQuestion, prepareQuestion, questionTexts } from "#upstream/modules/question/write";
import type { ReviewRow } from "./queries";
import { heldFields } from "./view";

/** A held text that can be published. */
export type ReadyText = {
  /** As it is stored while it is held. */
  fields: object;
  /** All that will be shown, by the field of an editor that it comes from. */
  texts: Record<string, readonly string[]>;
  /** Publishes it. @throws BusinessError NOT_FOUND when what it stands under, or what it changes, is gone */
  write(trx: Db): Promise<{ id: number }>;
};

type Held = Pick<ReviewRow, "kind" | "author_id" | "target_id" | "fields">;

/** A comment's words under the name that an editor has for them. */
const commentWords = z.object({ content: text("评论", { min: 1, max: COMMENT_MAX }) });

/**
 * Makes a held text ready to be published, with other words than it was held with where they are given.
 * @param words what an editor sends; a comment's are in `content`
 * @throws BusinessError INVALID_PARAMS with `data.fields` when they are not what the kind takes
 */
export function prepareHeld(
  services: Services,
  held: Held,
  words: z.output<typeof draftFields> = heldFields(held),
): Promise<ReadyText> {
  return PREPARERS[held.kind](services, held, words);
}

type Preparer = (services: Services, held: Held, words: z.output<typeof draftFields>) => Promise<ReadyText>;

const PREPARERS: Record<ReviewRow["kind"], Preparer> = {
  async question(services, { author_id: authorId, target_id: id, fields: stored }, words) {
    const fields = parseInput(questionFields, words);
    const question = await prepareQuestion(services, { ...fields, authorId });
    return {
      fields: { ...fields, reason: reasonOf(stored) },
      texts: questionTexts(question),
      async write(trx) {
        if (id === null) return insertQuestion(trx, services, question);
        const { version } = found(await findQuestionDraft(trx, id));
        return updateQuestion(trx, services, { id, version, reason: reasonOf(stored), question });
      },
    };
  },

  async article(services, { author_id: authorId, target_id: id, fields: stored }, words) {
    const fields = parseInput(articleFields, words);
    const article = await prepareSentArticle(services, { ...fields, authorId }, id);
    return {
      fields: { ...fields, reason: reasonOf(stored) },
      texts: articleTexts(article),
      async write(trx) {
        if (id === null) return insertArticle(trx, services, article);
        const { version } = found(await findArticleDraft(trx, id));
        return updateArticle(trx, services, { id, version, reason: reasonOf(stored), article });
      },
    };
  },

  async answer(services, { author_id: authorId, target_id: id, fields: stored }, words) {
    const { questionId } = fromJson<{ questionId?: number }>(stored);
    const fields = parseInput(answerFields, words);
    const answer = await prepareAnswer(services, { ...fields, questionId: questionId ?? 0, authorId });
    return {
      fields: { ...fields, questionId, reason: reasonOf(stored) },
      texts: answerTexts(answer),
      async write(trx) {
        if (id === null) return insertAnswer(trx, services, answer);
        const { version } = found(await findAnswerDraft(trx, id));
        return updateAnswer(trx, services, { id, version, reason: reasonOf(stored), answer });
      },
    };
  },

  async comment(services, { author_id: authorId, target_id: id, fields: stored }, { content }) {
    const place = fromJson<Omit<CommentFields, "authorId" | "text">>(stored);
    const words = parseInput(commentWords, { content });
    const fields = { ...place, text: words.content };
    return {
      fields,
      texts: { content: [words.content] },
      async write(trx) {
        if (id === null) return createComment(trx, services, { ...fields, authorId });
        const { version } = await findOwnComment(trx, id);
        return updateComment(trx, services, { id, version, authorId, text: fields.text });
      },
    };
  },
};

/** Author's reason for the change, which is no field of an editor. */
const reasonOf = (stored: string): string => fromJson<{ reason?: string }>(stored).reason ?? "";
