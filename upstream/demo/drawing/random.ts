/** Deterministic pseudo-random numbers for a seed. */
export type Random = {
  /** Returns a number from `from` up to, not including, `to`. */
  between(from: number, to: number): number;
  /** Returns a whole number, both bounds included. */
  whole(from: number, to: number): number;
  pick<T>(choices: readonly T[]): T;
  chance(probability: number): boolean;
};

/** Hashes a text by FNV-1a, 32 bits. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** Creates a generator (Mulberry32) from the seed's hash. */
export function randomFrom(seed: string): Random {
  let state = hashOf(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  // The first numbers of similar seeds are similar.
  for (let skipped = 0; skipped < 4; skipped++) next();
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    between: (from, to) => from + next() * (to - from),
    whole,
    pick: <T>(choices: readonly T[]) => choices[whole(0, choices.length - 1)] as T,
    chance: (probability) => next() < probability,
  };
}
