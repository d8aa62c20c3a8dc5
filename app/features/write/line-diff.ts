/** A line of a text, and whether the other text lacks it. */
export type DiffLine = { text: string; changed: boolean };

/** Products of line counts above which the comparison is left out: it would cost more than it helps. */
const CELLS_MAX = 4_000_000;

/**
 * Two texts line by line, those marked that the other does not have in the same order (by the longest common
 * subsequence). Texts that are too long come back unmarked.
 */
export function diffLines(left: string, right: string): { left: DiffLine[]; right: DiffLine[] } {
  const a = left.split("\n");
  const b = right.split("\n");
  const width = b.length + 1;
  if ((a.length + 1) * width > CELLS_MAX) return { left: a.map(unchanged), right: b.map(unchanged) };
  // lengths[i * width + j]: how long the common subsequence of a from i and b from j is.
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const marked = { left: a.map(changed), right: b.map(changed) };
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [one, other] = [marked.left[i], marked.right[j]];
    if (one && other && one.text === other.text) {
      one.changed = false;
      other.changed = false;
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return marked;
}

const unchanged = (text: string): DiffLine => ({ text, changed: false });
const changed = (text: string): DiffLine => ({ text, changed: true });
