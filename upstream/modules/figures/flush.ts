import { sql } from "kysely";
import type { Services } from "#upstream/call/context";
import { transact } from "#upstream/db/transact";
import type { Taken } from "#upstream/services/figures/figure-counts";
import { addUp } from "./steps";

/** Maximum number of searches without results stored per day. */
const WORDS_A_DAY = 1_000;

/**
 * Writes what this process has counted in one statement, with rows always in the same order, so that processes never
 * deadlock.
 */
export async function flushFigures({ db, figures }: Pick<Services, "db" | "figures">): Promise<void> {
  const taken = figures.take();
  if (taken.figures.length === 0 && taken.words.length === 0) return;
  const ordered = taken.figures.sort(byDayAndName);
  const words = taken.words.sort(byDayAndName);
  try {
    await transact(db, async (trx) => {
      if (ordered.length > 0) {
        await trx
          .insertInto("metrics_daily")
          .values(ordered.map(({ day, name, times }) => ({ day, key: name, value: times })))
          .onConflict((conflict) =>
            conflict.columns(["day", "key"]).doUpdateSet({ value: sql`metrics_daily.value + excluded.value` }),
          )
          .execute();
        await addUp(
          trx,
          ordered.map(({ day, name }) => ({ day, key: name })),
        );
      }
      for (const day of new Set(words.map((one) => one.day))) {
        const { kept } = await trx
          .selectFrom("search_misses")
          .select((eb) => eb.fn.countAll<number>().as("kept"))
          .where("day", "=", day)
          .executeTakeFirstOrThrow();
        // Limits what made-up words can store.
        if (Number(kept) >= WORDS_A_DAY) continue;
        const ofDay = words.filter((one) => one.day === day);
        await trx
          .insertInto("search_misses")
          .values(ofDay.map(({ name, times }) => ({ day, word: name, times })))
          .onConflict((conflict) =>
            conflict.columns(["day", "word"]).doUpdateSet({ times: sql`search_misses.times + excluded.times` }),
          )
          .execute();
      }
    });
  } catch (error) {
    figures.putBack(taken);
    throw error;
  }
}

type Counted = Taken["figures"][number];
const sortKeyOf = ({ day, name }: Counted): string => `${day} ${name}`;
const byDayAndName = (one: Counted, other: Counted): number => (sortKeyOf(one) < sortKeyOf(other) ? -1 : 1);
