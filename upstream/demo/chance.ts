/** Deterministic pseudo-random numbers, so that every fill creates the same demo data. */
export type Chance = {
  /** Returns the next number in [0, 1). */
  next(): number;
  /** An integer in [from, to]. */
  between(from: number, to: number): number;
  pick<T>(list: readonly T[]): T;
  /** Returns `count` distinct elements of the list. */
  sample<T>(list: readonly T[], count: number): T[];
};

/** Creates a generator (Mulberry32). */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    between,
    pick: (list) => list[between(0, list.length - 1)] as never,
    sample<T>(list: readonly T[], count: number): T[] {
      const rest = [...list];
      const taken: T[] = [];
      while (taken.length < count && rest.length) taken.push(...rest.splice(between(0, rest.length - 1), 1));
      return taken;
    },
  };
}
