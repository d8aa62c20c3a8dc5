/**
 * Rate limit for log lines, so that neither a slow client nor an attacker fills the disk.
 * @returns the number of lines dropped before this one; null if this one is to be dropped
 */
export function createAtMost(lines: number, milliseconds: number) {
  let until = 0;
  let count = 0;
  let leftOut = 0;
  return (): number | null => {
    const now = performance.now();
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
