import { sql } from "kysely";
import { hasTrait } from "#app/contract/kinds";
import { type ReportTarget, reportApi } from "#app/contract/moderation/report";
import { nowIso } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import { limitedWrite } from "#upstream/policy/limited-write";

export const report = implement(reportApi, {
  async own({ query: { targetKind, targetId } }, { db, viewer }) {
    const row = await db
      .selectFrom("reports")
      .select(["reason", "detail"])
      .where("reporter_id", "=", viewer.userId)
      .where("target_kind", "=", targetKind)
      .where("target_id", "=", targetId)
      .where("state", "=", "open")
      .executeTakeFirst();
    return row ?? null;
  },

  add: ({ body: { targetKind, targetId, reason, detail } }, call) =>
    limitedWrite(call, "report", async (trx, userId) => {
      if ((await ownerOf(trx, targetKind, targetId)) === userId)
        throw new BusinessError("INVALID_PARAMS", "不能举报自己");
      await trx
        .insertInto("reports")
        .values({
          reporter_id: userId,
          target_kind: targetKind,
          target_id: targetId,
          reason,
          detail,
          created_at: nowIso(call),
        })
        .onConflict((conflict) =>
          conflict.columns(["reporter_id", "target_kind", "target_id"]).doUpdateSet({
            reason,
            detail,
            state: "open",
            // A decided thing that is reported again starts to wait now.
            created_at: sql<string>`case when reports.state = 'open' then reports.created_at else excluded.created_at end`,
            decided_at: null,
            decided_by: null,
          }),
        )
        .execute();
      return null;
    }),
});

/** Owner; null if it has none. @throws BusinessError NOT_FOUND if it does not exist or is deleted */
async function ownerOf(trx: Db, kind: ReportTarget, id: number): Promise<number | null> {
  const table = kind === "user" ? "users" : STORED[kind].table;
  const owner = kind === "user" ? "id" : hasTrait(kind, "owned") ? "author_id" : null;
  const { rows } = await sql<{ owner_id: number | null }>`
    select ${owner ? sql.ref(owner) : sql`null`} as owner_id from ${sql.table(table)}
    where id = ${id} and deleted_at is null`.execute(trx);
  return found(rows[0]).owner_id;
}
