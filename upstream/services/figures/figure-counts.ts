import type { FigureKey } from "#app/contract/admin/figure-names";
import type { trafficKeys } from "#app/contract/traffic";
import { chinaTime } from "#upstream/text/china-time";

/** Words without a result that are remembered until they are written. */
const WORDS_MAX = 200;
/** Characters; what is longer is no word that somebody looks for. */
const WORD_MAX = 30;
/** Numbers of this length may be somebody's phone. */
const PRIVATE = /\d{6}|@/;

/** Key of a figure, or of what some are made of. */
type CountedKey = FigureKey | (typeof trafficKeys)[number];

/** Figures that leave no row which could be counted later, in memory until `take`. */
export type FigureCounts = {
  count(key: CountedKey, times?: number): void;
  /** Counts a search, and its words if nothing was found. */
  searched(text: string, found: boolean): void;
  /** Gives what was counted since the last time, by day, and forgets it. */
  take(): Taken;
  /** Counts again what could not be written. */
  putBack(taken: Taken): void;
};
/** Counts as `day key` or `day word`, each in two columns. */
export type Taken = { figures: Counted[]; words: Counted[] };
type Counted = { day: string; name: string; times: number };

/** Counts in this process; the days are China's. */
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
