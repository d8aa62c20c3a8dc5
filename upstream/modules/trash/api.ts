import { kindsWith } from "#app/contract/kinds";
import { kindsHere } from "#app/contract/parts";
import { trashApi } from "#app/contract/writing/trash";
import { BusinessError } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { STORED } from "#upstream/db/stored-kinds";
import { restoreAnswer } from "#upstream/modules/answer/restore";
import { restoreComment } from "#upstream/modules/comment/write";
import { partsOff } from "#upstream/modules/config/parts-off";
import { restore } from "#upstream/modules/content/soft-delete";
import { limitedWrite } from "#upstream/policy/limited-write";
import { listRemoved, listTrash } from "./queries";
import { purgeCutoff, recoverableUntil } from "./rules";

const REMOVED = "这份内容已被移除，不能自己恢复";

export const trash = implement(trashApi, {
  async list({ query }, call) {
    const kinds = kindsHere(kindsWith("drafted"), await partsOff(call));
    const of = { userId: call.viewer.userId, since: purgeCutoff(call.clock()), kinds };
    const { rows, total } = await listTrash(call.db, of, query);
    const list = rows.map(({ deleted_at, ...shown }) => ({
      ...shown,
      deletedAt: deleted_at,
      recoverableUntil: recoverableUntil(deleted_at),
    }));
    return { list, total, ...query };
  },

  async removed({ query }, { db, viewer }) {
    const { rows, total } = await listRemoved(db, viewer.userId, query);
    return { list: rows.map(({ removed_at, ...shown }) => ({ ...shown, removedAt: removed_at })), total, ...query };
  },

  restore: ({ body: { kind, id } }, call) =>
    limitedWrite(call, "manage", async (trx, userId) => {
      const row = await trx
        .selectFrom(STORED[kind].table)
        .select(["author_id", "deleted_at", "removed_at"])
        .where("id", "=", id)
        .executeTakeFirst();
      if (row?.author_id !== userId) throw new BusinessError(row?.deleted_at === null ? "FORBIDDEN" : "NOT_FOUND");
      if (row.deleted_at === null) return null;
      if (row.removed_at !== null) throw new BusinessError("FORBIDDEN", REMOVED);
      if (row.deleted_at < purgeCutoff(call.clock())) throw new BusinessError("NOT_FOUND");
      if (kind === "comment") await restoreComment(trx, call, id, row.deleted_at);
      else if (kind === "answer") await restoreAnswer(trx, call, id, row.deleted_at);
      else await restore(trx, call, { kind, id, deletedAt: row.deleted_at });
      // Staff may have removed it since it was read; no longer now that it is restored.
      const now = trx.selectFrom(STORED[kind].table).select("removed_at").where("id", "=", id);
      if ((await now.executeTakeFirst())?.removed_at) throw new BusinessError("FORBIDDEN", REMOVED);
      return null;
    }),
});
