import { setImmediate as others } from "node:timers/promises";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { chinaDayStart, chinaTime } from "#upstream/text/china-time";
import { flowCountings, histogramCountings, ORDER_FLOWS, ROW_FLOWS } from "./derived";
import { statesNow } from "./states";
import { addDayUp, addUp, dayAfter } from "./steps";

const BEGINNING = "1970-01-01";
/** Rows per statement. */
const AT_ONCE = 500;
const SWEEP = "figures";

type Row = { day: string; key: string; value: number };

/**
 * Computes statistics from rows: orders completely, everything else from the day before the last computed one
 * (initially from the beginning), and today's totals. Values are set, never incremented, so several processes may run
 * it at once, and a killed run is made up for by the next.
 */
export async function countFigures(services: Pick<Services, "db" | "connection" | "clock">): Promise<void> {
  const { db, connection, clock } = services;
  const today = chinaTime(clock()).slice(0, 10);
  const last = await db.selectFrom("sweeps").select("after").where("name", "=", SWEEP).executeTakeFirst();
  const from = last ? chinaTime(new Date(chinaDayStart(last.after, -1))).slice(0, 10) : BEGINNING;
  for (const [countings, since] of [
    [[...flowCountings(connection.kind, ROW_FLOWS), ...histogramCountings(connection.kind)], from],
    [flowCountings(connection.kind, ORDER_FLOWS), BEGINNING],
  ] as const) {
    for (const { keys, count } of countings) {
      const rows = await count(db, chinaDayStart(since));
      await transact(db, (trx) => replaceFlows(trx, { keys, since, rows }));
      // SQLite answers synchronously: yield to requests that arrived meanwhile.
      await others();
    }
  }
  const states = await statesNow(services);
  await transact(db, async (trx) => {
    await setValues(
      trx,
      [...states].map(([key, value]) => ({ day: today, key, value })),
    );
    for (const day of [dayAfter(today, -1), today]) await addDayUp(trx, day);
    await trx
      .insertInto("sweeps")
      .values({ name: SWEEP, after: today })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ after: today }))
      .execute();
  });
}

type Counted = { keys: readonly string[]; since: string; rows: readonly Row[] };

/** Replaces flows from a day on; a day without any more keeps a zero. */
async function replaceFlows(trx: Db, { keys, since, rows }: Counted): Promise<void> {
  const known = new Set(rows.map(({ day, key }) => `${day} ${key}`));
  const stored = await trx
    .selectFrom("metrics_daily")
    .select(["day", "key"])
    .where("key", "in", keys)
    .where("day", ">=", since)
    .execute();
  const gone = stored.filter(({ day, key }) => !known.has(`${day} ${key}`)).map((row) => ({ ...row, value: 0 }));
  await setValues(trx, [...rows, ...gone]);
}

async function setValues(trx: Db, rows: readonly Row[]): Promise<void> {
  const ordered = [...rows].sort((one, other) => (`${one.day} ${one.key}` < `${other.day} ${other.key}` ? -1 : 1));
  for (let at = 0; at < ordered.length; at += AT_ONCE) {
    const changed = await trx
      .insertInto("metrics_daily")
      .values(ordered.slice(at, at + AT_ONCE))
      .onConflict((conflict) =>
        conflict
          .columns(["day", "key"])
          .doUpdateSet((eb) => ({ value: eb.ref("excluded.value") }))
          .where((eb) => eb("metrics_daily.value", "!=", eb.ref("excluded.value"))),
      )
      .returning(["day", "key"])
      .execute();
    await addUp(trx, changed);
  }
}
