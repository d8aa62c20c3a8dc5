import { sql } from "kysely";
import type { EditedKind } from "#app/contract/admin/edited";
import type { Services } from "#upstream/call/context";
import { STORED } from "#upstream/db/stored-kinds";
import { transact } from "#upstream/db/transact";
import { softDelete } from "#upstream/modules/content/soft-delete";
import { appendToAuditLog, lockAuditLog } from "#upstream/policy/audit-log";

const KINDS: readonly EditedKind[] = ["announcement", "activity", "case"];
/** Things of a kind that one run takes off; the next does the others. */
const AT_ONCE = 50;

/**
 * Takes what staff wrote off the site when its time has come, by the database's own clock, each with its row of the log. Of
 * processes that come to one at once one does it; what is put back stays.
 * @returns how many were taken off
 */
export async function hideDue(services: Services): Promise<number> {
  const { db } = services;
  const now = (await services.databaseClock()).toISOString();
  let hidden = 0;
  for (const kind of KINDS) {
    const table = sql.table(STORED[kind].table);
    const { rows } = await sql<{ id: number }>`select id from ${table}
      where hide_at is not null and deleted_at is null and hide_at <= ${now} limit ${AT_ONCE}`.execute(db);
    for (const { id } of rows) {
      hidden += await transact(db, async (trx) => {
        await lockAuditLog(trx);
        const taken = await sql<{ title: string; version: number }>`update ${table} set hide_at = null
          where id = ${id} and deleted_at is null and hide_at <= ${now} returning title, version`.execute(trx);
        const [thing] = taken.rows;
        if (!thing) return 0;
        await softDelete(trx, services, kind, id);
        await appendToAuditLog(trx, {
          ...{ at: now, actorId: null, via: "schedule", roles: [] },
          ...{ action: `${kind}.remove`, kind, target: id, before: thing, after: null },
          reason: "到了定好的撤下时间",
        });
        return 1;
      });
    }
  }
  return hidden;
}
