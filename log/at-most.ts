/**
 * Lets so many lines of a kind through in a span of time, so that whoever is slow or attacks fills no disk.
 * @returns how many were left out before this one; null for one that is left out itself
 */
export function createAtMost(lines: number, milliseconds: number, clock: () => number = () => performance.now()) {
  let until = 0;
  let count = 0;
  let leftOut = 0;
  return (): number | null => {
    const now = clock();
    if (now >= until) {
      until = now + milliseconds;
      count = 0;
    }
    count += 1;
    if (count > lines) {
      leftOut += 1;
      return null;
    }
    const before = leftOut;
    leftOut = 0;
    return before;
  };
}
