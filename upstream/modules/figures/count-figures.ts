import { setImmediate as others } from "node:timers/promises";
import type { FigureKey } from "#app/contract/admin/figure-names";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { chinaDayStart, chinaTime } from "#upstream/text/china-time";
import { flowByDay, ORDER_FLOWS, ROW_FLOWS } from "./derived";
import { statesNow } from "./states";

const BEGINNING = "1970-01-01";
/** Rows of one statement. */
const AT_ONCE = 500;
const SWEEP = "figures";

type Row = { day: string; key: FigureKey; value: number };

/**
 * Counts what rows tell: orders whole, all else from the day before the last one that was counted, the first time from the
 * beginning; and notes how much there is today. Each value is set, never added to, so that several processes may do it at
 * once and one that was killed is made up for by the next.
 */
export async function countFigures(services: Pick<Services, "db" | "connection" | "clock">): Promise<void> {
  const { db, connection, clock } = services;
  const today = chinaTime(clock()).slice(0, 10);
  const last = await db.selectFrom("sweeps").select("after").where("name", "=", SWEEP).executeTakeFirst();
  const from = last ? chinaTime(new Date(chinaDayStart(last.after, -1))).slice(0, 10) : BEGINNING;
  for (const [flows, since] of [
    [ROW_FLOWS, from],
    [ORDER_FLOWS, BEGINNING],
  ] as const) {
    for (const [key, derived] of Object.entries(flows)) {
      const counted = await flowByDay(db, connection.kind, derived, chinaDayStart(since));
      const rows = counted.map(({ day, value }) => ({ day, key: key as FigureKey, value }));
      await transact(db, (trx) => setFlow(trx, key as FigureKey, since, rows));
      // SQLite answers at once: requests that came meanwhile have their turn here.
      await others();
    }
  }
  const states = await statesNow(services);
  await transact(db, async (trx) => {
    await setValues(
      trx,
      [...states].map(([key, value]) => ({ day: today, key, value })),
    );
    await trx
      .insertInto("sweeps")
      .values({ name: SWEEP, after: today })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ after: today }))
      .execute();
  });
}

/** Puts a flow in the place of what it was from a day on; a day that has none any more has no row. */
async function setFlow(trx: Db, key: FigureKey, since: string, rows: readonly Row[]): Promise<void> {
  const days = new Set(rows.map(({ day }) => day));
  const stored = await trx
    .selectFrom("metrics_daily")
    .select("day")
    .where("key", "=", key)
    .where("day", ">=", since)
    .execute();
  const gone = stored.filter(({ day }) => !days.has(day)).map(({ day }) => ({ day, key, value: 0 }));
  await setValues(trx, [...rows, ...gone]);
}

async function setValues(trx: Db, rows: readonly Row[]): Promise<void> {
  const ordered = [...rows].sort((one, other) => (`${one.day} ${one.key}` < `${other.day} ${other.key}` ? -1 : 1));
  for (let at = 0; at < ordered.length; at += AT_ONCE) {
    await trx
      .insertInto("metrics_daily")
      .values(ordered.slice(at, at + AT_ONCE))
      .onConflict((conflict) =>
        conflict.columns(["day", "key"]).doUpdateSet((eb) => ({ value: eb.ref("excluded.value") })),
      )
      .execute();
  }
}
