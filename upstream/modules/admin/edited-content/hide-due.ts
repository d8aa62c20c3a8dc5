import { sql } from "kysely";
import { EDITED_KINDS, type EditedKind } from "#app/contract/admin/edited";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import { softDelete } from "#upstream/modules/content/soft-delete";
import { eachAlone } from "#upstream/policy/each-alone";
import { bySchedule, loggedWrite, type Note } from "#upstream/policy/logged-write";

/** Maximum items of a kind per run; the next run does the rest. */
const AT_ONCE = 50;

/**
 * Hides staff-written items at their scheduled time by the database's clock, with a log entry each. Of concurrent
 * processes, one hides an item; a restored item stays public.
 * @returns their number
 * @throws an unexpected error of one item, after the others were hidden; it is retried
 */
export async function hideDue(services: Services): Promise<number> {
  const { db } = services;
  const now = (await services.databaseClock()).toISOString();
  const by = () => bySchedule(now);
  let hidden = 0;
  await eachAlone(await dueAt(db, now), async ({ kind, id }) => {
    const hide = async (trx: Db, note: Note) => {
      const taken = await sql<{
        title: string;
        version: number;
      }>`update ${sql.table(STORED[kind].table)} set hide_at = null
        where id = ${id} and deleted_at is null and hide_at <= ${now} returning title, version`.execute(trx);
      const [thing] = taken.rows;
      if (!thing) return 0;
      await softDelete(trx, services, kind, id);
      // As a removal by staff is logged, so that its undo is refused once the item was removed again.
      const stamped = await trx
        .selectFrom(STORED[kind].table)
        .select("deleted_at as deletedAt")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      const reason = "到了定好的撤下时间";
      note({ action: `${kind}.remove`, kind, target: id, before: thing, after: stamped, reason });
      return 1;
    };
    hidden += (await loggedWrite(db, hide, { by })).result;
  });
  return hidden;
}

/** Items to hide by now (ISO 8601), of each kind the earliest first. */
async function dueAt(db: Db, now: string): Promise<{ kind: EditedKind; id: number }[]> {
  const due: { kind: EditedKind; id: number }[] = [];
  for (const kind of EDITED_KINDS) {
    const { rows } = await sql<{ id: number }>`select id from ${sql.table(STORED[kind].table)}
      where hide_at is not null and deleted_at is null and hide_at <= ${now}
      order by hide_at, id limit ${AT_ONCE}`.execute(db);
    due.push(...rows.map(({ id }) => ({ kind, id })));
  }
  return due;
}
