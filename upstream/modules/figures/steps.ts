import { sql } from "kysely";
import { DAY } from "#runtime/time-units";
import type { Db } from "#upstream/db/dialect";

/** Steps that are stored as rows. */
export type KeptStep = "week" | "month";

/** Day of a time, as used in statistics. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
/** The day `days` later. */
export const dayAfter = (day: string, days = 1): string => dayOf(Date.parse(day) + days * DAY);

/** First day of the step that contains a day; weeks start on Monday. */
export function stepOf(day: string, step: KeptStep | "day"): string {
  if (step === "day") return day;
  if (step === "month") return `${day.slice(0, 7)}-01`;
  return dayAfter(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** First day of the following step. */
export const nextStep = (start: string, step: KeptStep): string =>
  step === "week" ? dayAfter(start, 7) : stepOf(dayAfter(start, 31), "month");

/** Keys per statement. */
const AT_ONCE = 500;

/**
 * Recomputes the weeks and months of changed days from all their days, within the transaction that changed them. Rows
 * are always written in the same order.
 */
export async function addUp(trx: Db, changed: readonly { day: string; key: string }[]): Promise<void> {
  for (const step of ["month", "week"] as const) {
    const touched = new Map<string, Set<string>>();
    for (const { day, key } of changed) {
      const start = stepOf(day, step);
      touched.set(start, (touched.get(start) ?? new Set()).add(key));
    }
    for (const [start, keys] of [...touched].sort(([one], [other]) => (one < other ? -1 : 1))) {
      const ordered = [...keys].sort();
      for (let at = 0; at < ordered.length; at += AT_ONCE) {
        await sql`insert into metrics_steps (step, start, key, sum, last)
          select ${sql.lit(step)}, ${sql.lit(start)}, key, sum(value), max(day || value) from metrics_daily
          where day >= ${start} and day < ${nextStep(start, step)} and key in (${sql.join(ordered.slice(at, at + AT_ONCE))})
          group by key order by key
          on conflict (step, start, key) do update set sum = excluded.sum, last = excluded.last`.execute(trx);
      }
    }
  }
}

/** Recomputes the week and month of a day, to include what an older build wrote. */
export async function addDayUp(trx: Db, day: string): Promise<void> {
  const month = stepOf(day, "month");
  const week = stepOf(day, "week");
  const keys = await trx
    .selectFrom("metrics_daily")
    .select("key")
    .distinct()
    .where("day", ">=", month < week ? month : week)
    .where(
      "day",
      "<",
      nextStep(month, "month") > nextStep(week, "week") ? nextStep(month, "month") : nextStep(week, "week"),
    )
    .execute();
  await addUp(
    trx,
    keys.map(({ key }) => ({ day, key })),
  );
}
