/**
 * Number of letters omitted, inserted, changed or swapped with the next (Damerau distance); `max + 1` if there are
 * more.
 */
export function editDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1));
      const swapped = a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
      if (i > 1 && j > 1 && swapped) cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      next[j] = cost;
      least = Math.min(least, cost);
    }
    if (least > max) return max + 1;
    before = row;
    row = next;
  }
  return row[b.length] ?? max + 1;
}
