import { adminMergeApi } from "#app/contract/admin/user/merge";
import { nowIso } from "#upstream/call/context";
import { BusinessError, found, invalid } from "#upstream/call/errors";
import { type Handlers, implement } from "#upstream/call/implement";
import { type Undos, undo } from "#upstream/call/undo";
import type { AuthorNotification } from "#upstream/modules/admin/content/remove-and-notify";
import { notifyBySystem, takeBackMessage } from "#upstream/modules/notification/notify-by-system";
import { type Merge, mergeQuestions, takeMergeBack } from "#upstream/modules/question/merge";
import { onlyTried, staffWrite } from "#upstream/policy/staff-write";

const ACTION = "question.merge";

/** A merge, as logged. */
type Merged = Merge & { told: AuthorNotification[] };

const handlers: Handlers<typeof adminMergeApi> = {
  questions({ body: { from, into, reason, dryRun } }, given) {
    const call = onlyTried(given, dryRun);
    return staffWrite(call, async (trx, note) => {
      const titleOf = (id: number) =>
        trx
          .selectFrom("questions")
          .select(["title", "author_id"])
          .where("id", "=", id)
          .where("deleted_at", "is", null)
          .executeTakeFirst();
      const source = found(await titleOf(from));
      if (from === into) throw invalid({ into: "请填另一个问题" });
      const target = await titleOf(into);
      if (!target) throw invalid({ into: "没有这个问题，或它不在站上" });
      const at = nowIso(call);
      const merge = await mergeQuestions(trx, call, { from, into, at });
      // Its author sees the reason, and can't restore it beside the other one.
      await trx
        .updateTable("questions")
        .set({ removed_at: at, removed_by: call.viewer.userId, removed_reason: `并入了问题“${target.title}”` })
        .where("id", "=", from)
        .execute();
      const told: AuthorNotification[] = [];
      if (source.author_id !== call.viewer.userId) {
        const message = { kind: "question-merged", name: source.title, into, title: target.title } as const;
        const key = await notifyBySystem(trx, { userId: source.author_id, message, at });
        if (key !== null) told.push({ userId: source.author_id, key });
      }
      const after: Merged = { ...merge, told };
      note({ action: ACTION, kind: "question", target: from, before: { title: source.title }, after, reason });
      return {
        title: target.title,
        answers: merge.answers.length,
        comments: merge.comments.length,
        followers: merge.follows.length,
        both: merge.follows.filter(({ both }) => both).length,
      };
    });
  },
};

const UNDOS: Undos = {
  [ACTION]: undo<unknown, Merged>(async (trx, call, { after: { told, ...merge } }) => {
    const row = await trx.selectFrom("questions").select("removed_at").where("id", "=", merge.from).executeTakeFirst();
    if (row?.removed_at !== merge.at) throw new BusinessError("CONFLICT", "之后又恢复或移除过，不能直接撤销");
    await takeMergeBack(trx, call, merge);
    for (const { userId, key } of told) await takeBackMessage(trx, userId, key);
  }),
};

export const adminMerge = implement(adminMergeApi, handlers, UNDOS);
