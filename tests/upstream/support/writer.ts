import type { Db } from "#upstream/db/dialect";
import { addToLists } from "#upstream/db/lists/site-lists";
import { transact } from "#upstream/db/transact";
import { insertAnswer, prepareAnswer } from "#upstream/modules/answer/write";
import { type CommentFields, createComment } from "#upstream/modules/comment/write";
import { addToFeed } from "#upstream/modules/content/feed";
import { insertText } from "#upstream/modules/content/insert-text";
import { hotRank } from "#upstream/modules/content/rules";
import { type NewText, prepareWritten } from "#upstream/modules/content/written-text";
import { insertQuestion } from "#upstream/modules/question/write";
import type { TestUpstream } from "./harness";

/** Writes content like the product, each item in its own transaction; all return the new id. */
export function createWriter({ services }: Pick<TestUpstream, "services">) {
  const inside = <T>(work: (trx: Db) => Promise<T>) => transact(services.db, work);
  return {
    inside,
    async question(fields: Partial<NewText<"question">> & { authorId: number }): Promise<number> {
      const prepared = await prepareWritten(services, "question", {
        title: "怎样写好一份周报",
        content: "正文",
        tags: [],
        ...fields,
      });
      return (await inside((trx) => insertQuestion(trx, services, prepared))).id;
    },
    async answer(fields: Partial<NewText<"answer">> & { authorId: number; questionId: number }) {
      const prepared = await prepareAnswer(services, { content: "先写结论，再写过程。", ...fields });
      return (await inside((trx) => insertAnswer(trx, services, prepared))).id;
    },
    async article(fields: Partial<NewText<"article">> & { authorId: number }): Promise<number> {
      const prepared = await prepareWritten(services, "article", {
        title: "周报的写法",
        content: "正文",
        tags: [],
        ...fields,
      });
      return (await inside((trx) => insertText(trx, services, "article", prepared))).id;
    },
    async comment(fields: Partial<CommentFields> & Pick<CommentFields, "authorId" | "targetKind" | "targetId">) {
      return (await inside((trx) => createComment(trx, services, { text: "说得好", ...fields }))).id;
    },
    /** A case, inserted directly, since staff write cases through other code. */
    async oneCase(createdAt = services.clock().toISOString()): Promise<number> {
      return inside(async (trx) => {
        const { id } = await trx
          .insertInto("cases")
          .values({
            classification_id: null,
            title: "一个案例",
            content: "正文",
            content_html: "<p>正文</p>",
            excerpt: "正文",
            headings: "[]",
            cover: null,
            tags: "[]",
            report: null,
            hot: hotRank(0, createdAt),
            created_at: createdAt,
            updated_at: createdAt,
            deleted_at: null,
          })
          .returning("id")
          .executeTakeFirstOrThrow();
        await addToFeed(trx, [{ kind: "case", id, createdAt, hot: hotRank(0, createdAt) }]);
        await addToLists(trx, ["case", "feed"], { createdAt, id });
        return id;
      });
    },
  };
}

export type Writer = ReturnType<typeof createWriter>;
