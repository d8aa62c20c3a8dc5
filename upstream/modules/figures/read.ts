import { FIGURES, type FigureKey, figureKeys } from "#app/contract/admin/figure-names";
import type { FigureRange, FigureSeries } from "#app/contract/admin/figures";
import { DAY } from "#runtime/time-units";
import type { Db } from "#upstream/db/dialect";

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** First day of the step that a day is in; weeks begin on Mondays. */
function stepOf(day: string, step: FigureRange["step"]): string {
  if (step === "day") return day;
  if (step === "month") return `${day.slice(0, 7)}-01`;
  const at = Date.parse(day);
  return dayOf(at - ((new Date(at).getUTCDay() + 6) % 7) * DAY);
}

/** Figures of a range and of as many days before, by one query. @param withMoney whether money is among them */
export async function readFigures(
  db: Db,
  { from, to, step }: FigureRange,
  withMoney: boolean,
): Promise<{ labels: string[]; series: FigureSeries[] }> {
  const keys = figureKeys.filter((key) => withMoney || !FIGURES[key].money);
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1;
  const start = dayOf(Date.parse(from) - days * DAY);
  const rows = await db
    .selectFrom("metrics_daily")
    .select(["day", "key", "value"])
    .where("day", ">=", start)
    .where("day", "<=", to)
    .where("key", "in", keys)
    .orderBy("day")
    .execute();
  const all = Array.from({ length: days }, (_, index) => dayOf(Date.parse(from) + index * DAY));
  const labels = [...new Set(all.map((day) => stepOf(day, step)))];
  const places = new Map(labels.map((label, index) => [label, index]));
  const series = new Map(keys.map((key) => [key, emptySeries(key, labels.length)]));
  for (const { day, key, value } of rows) {
    const one = series.get(key as FigureKey);
    if (!one) continue;
    const add = FIGURES[one.key].kind === "flow" ? (known: number | null) => (known ?? 0) + value : () => value;
    if (day < from) one.before = add(one.before);
    else {
      const place = places.get(stepOf(day, step)) ?? 0;
      one.values[place] = add(one.values[place] ?? null);
      one.total = add(one.total);
    }
  }
  return { labels, series: [...series.values()] };
}

/** Nothing on any day: none of a flow, unknown of a state. */
function emptySeries(key: FigureKey, steps: number): FigureSeries {
  const none = FIGURES[key].kind === "flow" ? 0 : null;
  return { key, values: Array.from({ length: steps }, () => none), total: none, before: null };
}

/** Words that were searched for most in a range without a result. */
export async function missedWords(db: Db, { from, to }: FigureRange, limit: number) {
  const rows = await db
    .selectFrom("search_misses")
    .select((eb) => ["word", eb.fn.sum<number>("times").as("times")])
    .where("day", ">=", from)
    .where("day", "<=", to)
    .groupBy("word")
    .orderBy("times", "desc")
    .orderBy("word")
    .limit(limit)
    .execute();
  return rows.map(({ word, times }) => ({ word, times: Number(times) }));
}
