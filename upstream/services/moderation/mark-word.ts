import { normalizeWords } from "./normalize-words";

/** Part of a text; `matched` if it spells the word. */
export type MarkedPart = { text: string; matched: boolean };

/**
 * Splits a text into parts and marks each occurrence of the word, even if it is obscured by full-width letters, or by
 * punctuation or spaces between its characters.
 * @param word as in a `WordFinding`
 */
export function markWord(text: string, word: string): MarkedPart[] {
  const wanted = [...normalizeWords(word)];
  const shown = [...text];
  // Each normalized character with its position in the original text.
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
