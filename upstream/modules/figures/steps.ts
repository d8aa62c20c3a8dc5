import { sql } from "kysely";
import { DAY } from "#runtime/time-units";
import type { Db } from "#upstream/db/dialect";

/** Steps of which there are rows of their own. */
export type KeptStep = "week" | "month";

/** Day of a moment, as the figures name it. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
/** Day so many days after another. */
export const dayAfter = (day: string, days = 1): string => dayOf(Date.parse(day) + days * DAY);

/** First day of the step that a day is in; weeks begin on Mondays. */
export function stepOf(day: string, step: KeptStep | "day"): string {
  if (step === "day") return day;
  if (step === "month") return `${day.slice(0, 7)}-01`;
  return dayAfter(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** First day of the step after the one that begins on a day. */
export const nextStep = (start: string, step: KeptStep): string =>
  step === "week" ? dayAfter(start, 7) : stepOf(dayAfter(start, 31), "month");

/** Keys of one statement. */
const AT_ONCE = 500;

/**
 * Adds days that have changed up to their weeks and months, from all days of these: in the transaction that changed them.
 * Rows are always written in one order.
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

/** Adds all of a day's week and month up anew: what a build from before this one wrote beside it is in them then. */
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
