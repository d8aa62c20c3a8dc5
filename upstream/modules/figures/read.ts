import { sql } from "kysely";
import { FIGURES, type FigureKey, figureKeys, storedKeysOf } from "#app/contract/admin/desk/figure-names";
import type { FigureRange, FigureSeries } from "#app/contract/admin/desk/figures";
import { bucketKeys, quantileOf } from "#app/contract/site/histograms";
import { DAY } from "#runtime/time-units";
import type { Db } from "#upstream/db/dialect";
import { dayAfter, dayOf, type KeptStep, nextStep, stepOf } from "./steps";

/** Stored value of a key for a step: the sum of its days, and the last day's value. */
type Stored = { sum: number; last: number };
/** Values of a step by key. */
type Step = ReadonlyMap<string, Stored>;

/** Label for all days before the range together. */
const BEFORE = "before";

/**
 * Statistics of a range and of as many days before it, in one query over weekly and monthly rows. @param keys in the
 * wanted order
 */
export async function readFigures(
  db: Db,
  { from, to, step }: FigureRange,
  keys: readonly FigureKey[],
): Promise<{ labels: string[]; series: FigureSeries[] }> {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1;
  const all = Array.from({ length: days }, (_, index) => dayOf(Date.parse(from) + index * DAY));
  const labels = [...new Set(all.map((day) => stepOf(day, step)))];
  const parts = [
    ...partsOf(from, dayAfter(to), step).map((part) => ({ ...part, before: false })),
    ...partsOf(dayAfter(from, -days), from, "month").map((part) => ({ ...part, before: true })),
  ];
  const wanted = sql`key in (${sql.join([...new Set(keys.flatMap(storedKeysOf))])})`;
  const { rows } = await sql<{ start: string; key: string; sum: number | string; last: string }>`${sql.join(
    parts.map(({ kept, since, until, before }) => {
      const label = before ? sql`${sql.lit(BEFORE)}` : null;
      return kept === "day"
        ? sql`select ${label ?? sql`day`} as start, key, value as sum, day || value as last from metrics_daily
            where day >= ${since} and day < ${until} and ${wanted}`
        : sql`select ${label ?? sql`start`} as start, key, sum, last from metrics_steps
            where step = ${sql.lit(kept)} and start >= ${since} and start < ${until} and ${wanted}`;
    }),
    sql` union all `,
  )}`.execute(db);
  const steps = new Map<string, Map<string, Stored>>();
  const total = new Map<string, Stored>();
  for (const { start, key, sum, last } of rows.sort((one, other) => (one.last < other.last ? -1 : 1))) {
    const label = start === BEFORE ? BEFORE : stepOf(start < from ? from : start, step);
    // A day is ten characters.
    const stored = { sum: Number(sum), last: Number(last.slice(10)) };
    const ofStep = steps.get(label) ?? new Map<string, Stored>();
    steps.set(label, ofStep.set(key, added(ofStep.get(key), stored)));
    if (label !== BEFORE) total.set(key, added(total.get(key), stored));
  }
  const nothing: Step = new Map();
  const before = steps.get(BEFORE) ?? nothing;
  return {
    labels,
    series: keys.map((key) => ({
      key,
      values: labels.map((label) => figureOf(key, steps.get(label) ?? nothing)),
      total: figureOf(key, total),
      // A missing row means either a flow of zero, or a time without data: distinguished by whether any row exists.
      before: storedKeysOf(key).some((stored) => before.has(stored)) ? figureOf(key, before) : null,
    })),
  };
}

const added = (one: Stored | undefined, { sum, last }: Stored): Stored => ({ sum: (one?.sum ?? 0) + sum, last });

type Part = { kept: KeptStep | "day"; since: string; until: string };

/**
 * Rows that cover the days from one (inclusive) to another (exclusive): whole weeks or months, and single days at both
 * ends.
 */
function partsOf(since: string, until: string, step: KeptStep | "day"): Part[] {
  if (step === "day") return [{ kept: "day", since, until }];
  const own = stepOf(since, step);
  const first = own === since ? own : nextStep(own, step);
  const end = stepOf(until, step);
  if (first >= end) return [{ kept: "day", since, until }];
  return [
    { kept: "day" as const, since, until: first },
    { kept: step, since: first, until: end },
    { kept: "day" as const, since: end, until },
  ].filter((part) => part.since < part.until);
}

/** Value of a figure from stored values; null if unknown. */
function figureOf(key: FigureKey, stored: Step): number | null {
  const figure = FIGURES[key];
  const sumOf = (keys: readonly string[]) => keys.reduce((sum, one) => sum + (stored.get(one)?.sum ?? 0), 0);
  if (figure.kind === "flow") return sumOf([key]);
  if (figure.kind === "state") return stored.get(key)?.last ?? null;
  if (figure.kind === "quantile") {
    const counts = bucketKeys(figure.histogram).map((bucket) => stored.get(bucket)?.sum ?? 0);
    return quantileOf(figure.histogram, counts, figure.part);
  }
  const among = sumOf(figure.among) - sumOf(figure.less);
  return among > 0 ? sumOf(figure.of) / among : null;
}

/** Keys of the figures that somebody may see. @param withMoney whether to include money */
export const keysFor = (withMoney: boolean): FigureKey[] =>
  figureKeys.filter((key) => withMoney || !FIGURES[key].money);

/** The most frequent searches without results in a range. */
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
