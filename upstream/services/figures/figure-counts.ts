import type { FigureKey } from "#app/contract/admin/desk/figure-names";
import type { trafficKeys } from "#app/contract/site/traffic";
import { chinaTime } from "#upstream/text/china-time";

/** Maximum number of searches without results kept until they are written. */
const WORDS_MAX = 200;
/** Characters; longer ones are not real searches. */
const WORD_MAX = 30;
/** May be personal data: six digits (part of a phone number) or a mail address. */
const PRIVATE = /\d{6}|@/;

/** Key of a figure, or of a count that figures are computed from. */
type CountedKey = FigureKey | (typeof trafficKeys)[number];

/** Counts of events that leave no row in the database, kept in memory until `take`. */
export type FigureCounts = {
  count(key: CountedKey, times?: number): void;
  /** Counts a search, and its text if nothing was found. */
  searched(text: string, found: boolean): void;
  /** Returns the counts since the last call, by day, and resets them. */
  take(): Taken;
  /** Adds counts back that could not be written. */
  putBack(taken: Taken): void;
};
/** Counts by `day key` or `day text`, each with two columns. */
export type Taken = { figures: Counted[]; words: Counted[] };
type Counted = { day: string; name: string; times: number };

/** Creates the counters of this process; days are in Chinese time. */
export function createFigureCounts(clock: () => Date): FigureCounts {
  let figures = new Map<string, Counted>();
  let words = new Map<string, Counted>();
  const add = (counts: Map<string, Counted>, { day, name, times }: Counted) => {
    const known = counts.get(`${day} ${name}`);
    if (known) known.times += times;
    else counts.set(`${day} ${name}`, { day, name, times });
  };
  const today = () => chinaTime(clock()).slice(0, 10);
  const count = (key: CountedKey, times = 1) => add(figures, { day: today(), name: key, times });
  return {
    count,
    searched(text, found) {
      count("search.all");
      if (found) return;
      count("search.missed");
      const name = text.normalize("NFKC").trim().toLowerCase();
      if (name === "" || [...name].length > WORD_MAX || PRIVATE.test(name)) return;
      if (words.size < WORDS_MAX || words.has(`${today()} ${name}`)) add(words, { day: today(), name, times: 1 });
    },
    take() {
      const taken = { figures: [...figures.values()], words: [...words.values()] };
      figures = new Map();
      words = new Map();
      return taken;
    },
    putBack(taken) {
      for (const one of taken.figures) add(figures, one);
      for (const one of taken.words) add(words, one);
    },
  };
}
