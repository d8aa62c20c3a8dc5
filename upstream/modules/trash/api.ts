import { trashApi } from "#app/contract/trash";
import { BusinessError } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { restoreAnswer } from "#upstream/modules/answer/restore";
import { restoreArticle } from "#upstream/modules/article/restore";
import { restoreComment } from "#upstream/modules/comment/restore";
import { restoreQuestion } from "#upstream/modules/question/restore";
import { limitedWrite } from "#upstream/policy/limited-write";
import { listTrash } from "./queries";
import { purgeCutoff, recoverableUntil } from "./rules";

const TABLES = { question: "questions", answer: "answers", article: "articles", comment: "comments" } as const;
const RESTORERS = { question: restoreQuestion, answer: restoreAnswer, article: restoreArticle };

export const trash = implement(trashApi, {
  async list(_, { db, clock, viewer }) {
    const rows = await listTrash(db, viewer.userId, purgeCutoff(clock()));
    return rows.map(({ deleted_at, ...shown }) => ({
      ...shown,
      deletedAt: deleted_at,
      recoverableUntil: recoverableUntil(deleted_at),
    }));
  },

  restore: ({ body: { kind, id } }, call) =>
    limitedWrite(call, "manage", async (trx, userId) => {
      const row = await trx
        .selectFrom(TABLES[kind])
        .select(["author_id", "deleted_at"])
        .where("id", "=", id)
        .executeTakeFirst();
      if (row?.author_id !== userId) throw new BusinessError(row?.deleted_at === null ? "FORBIDDEN" : "NOT_FOUND");
      if (row.deleted_at === null) return null;
      if (row.deleted_at < purgeCutoff(call.clock())) throw new BusinessError("NOT_FOUND");
      if (kind === "comment") await restoreComment(trx, id, row.deleted_at);
      else await RESTORERS[kind](trx, call, id, row.deleted_at);
      return null;
    }),
});
