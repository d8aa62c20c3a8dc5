import type { z } from "zod";
import type { RevertedKind } from "#app/contract/admin/version";
import type { articleFields } from "#app/contract/article";
import type { StaffCall } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { rewriteCase } from "#upstream/modules/admin/case/api";
import { updateAnswer } from "#upstream/modules/answer/update";
import { prepareAnswer } from "#upstream/modules/answer/write";
import { prepareSentArticle } from "#upstream/modules/article/prepare";
import { updateArticle } from "#upstream/modules/article/update";
import type { StoredFields } from "#upstream/modules/content/editor-columns";
import { updateQuestion } from "#upstream/modules/question/update";
import { prepareQuestion } from "#upstream/modules/question/write";

/** A text, the version of it that is the present one, and the fields that it is to have. */
export type Reverted = { kind: RevertedKind; id: number; version: number; fields: object };

/**
 * Writes earlier fields of a text once more, by the very functions by which its author writes.
 * @returns the number of the new version
 * @throws BusinessError NOT_FOUND for what is not on the site; CONFLICT where it was changed since
 */
export async function writeAgain(trx: Db, call: StaffCall, { kind, id, version, fields }: Reverted): Promise<number> {
  const inside = { ...call, db: trx };
  const by = call.viewer.userId;
  if (kind === "case") return rewriteCase(trx, call, { id, version }, fields as never);
  if (kind === "question") {
    const authorId = await authorOf(trx, "questions", id);
    const question = await prepareQuestion(inside, { ...(fields as StoredFields<"question">), authorId });
    return (await updateQuestion(trx, call, { id, version, question, by })).version;
  }
  if (kind === "answer") {
    const row = found(
      await trx.selectFrom("answers").select(["author_id", "question_id"]).where("id", "=", id).executeTakeFirst(),
    );
    const place = { authorId: row.author_id, questionId: row.question_id };
    const answer = await prepareAnswer(inside, { ...(fields as StoredFields<"answer">), ...place });
    return (await updateAnswer(trx, call, { id, version, answer, by })).version;
  }
  const authorId = await authorOf(trx, "articles", id);
  const article = await prepareEarlier(inside, { ...(fields as StoredFields<"article">), authorId }, id);
  return (await updateArticle(trx, call, { id, version, article, by })).version;
}

/** An earlier article; without its classification or its cover where that is there no more. */
async function prepareEarlier(
  services: Parameters<typeof prepareSentArticle>[0],
  fields: StoredFields<"article"> & { authorId: number },
  id: number,
) {
  let sent = fields;
  for (;;) {
    try {
      return await prepareSentArticle(services, sent as z.output<typeof articleFields> & { authorId: number }, id);
    } catch (error) {
      const wrong =
        error instanceof BusinessError ? ((error.data as { fields?: object } | undefined)?.fields ?? {}) : {};
      const next = {
        ...sent,
        ...("classificationId" in wrong ? { classificationId: null } : {}),
        ...("coverUrl" in wrong ? { coverUrl: null } : {}),
      };
      if (next.classificationId === sent.classificationId && next.coverUrl === sent.coverUrl) throw error;
      sent = next;
    }
  }
}

async function authorOf(trx: Db, table: "questions" | "articles", id: number): Promise<number> {
  return found(await trx.selectFrom(table).select("author_id").where("id", "=", id).executeTakeFirst()).author_id;
}
