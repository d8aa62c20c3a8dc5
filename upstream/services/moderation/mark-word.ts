import { normalizeWords } from "./normalize-words";

/** Piece of a text; `matched` where it spells the word. */
export type MarkedPart = { text: string; matched: boolean };

/**
 * The text in pieces, with each place marked where the word stands, however it is hidden there: in full-width letters,
 * with marks or blanks between its characters.
 * @param word as a `WordFinding` gives it
 */
export function markWord(text: string, word: string): MarkedPart[] {
  const wanted = [...normalizeWords(word)];
  const shown = [...text];
  // Each character as words are looked for in it, and where in the text it comes from.
  const found = shown.flatMap((character, at) => [...normalizeWords(character)].map((one) => ({ one, at })));
  const parts: MarkedPart[] = [];
  let end = 0;
  const add = (to: number, matched: boolean) => {
    if (to > end) parts.push({ text: shown.slice(end, to).join(""), matched });
    end = Math.max(end, to);
  };
  for (let from = 0; wanted.length > 0 && from + wanted.length <= found.length; from += 1) {
    if (!wanted.every((one, n) => found[from + n]?.one === one)) continue;
    const [first, last] = [found[from]?.at ?? 0, found[from + wanted.length - 1]?.at ?? 0];
    if (first < end) continue;
    add(first, false);
    add(last + 1, true);
  }
  add(shown.length, false);
  return parts;
}
