import type { FoundDocument } from "./find";

/** Keeps the first `most` hits of each question and its answers. */
export function collapsed(found: readonly FoundDocument[], most: number): FoundDocument[] {
  const seen = new Map<number, number>();
  return found.filter(({ group }) => {
    if (group < 0) return true;
    const count = (seen.get(group) ?? 0) + 1;
    seen.set(group, count);
    return count <= most;
  });
}
