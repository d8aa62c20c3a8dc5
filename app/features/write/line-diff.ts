/** A line of a text, and whether it is missing from the other text. */
export type DiffLine = { text: string; changed: boolean };

/** Maximum product of the line counts; beyond it the comparison costs more than it helps and is skipped. */
const CELLS_MAX = 4_000_000;

/**
 * Compares two texts line by line and marks lines that are not in the other text in the same order (longest common
 * subsequence). Texts that are too long are returned unmarked.
 */
export function diffLines(left: string, right: string): { left: DiffLine[]; right: DiffLine[] } {
  const a = left.split("\n");
  const b = right.split("\n");
  const width = b.length + 1;
  if ((a.length + 1) * width > CELLS_MAX) return { left: a.map(unchanged), right: b.map(unchanged) };
  // lengths[i * width + j]: length of the longest common subsequence of a[i…] and b[j…].
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
