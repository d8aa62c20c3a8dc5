import type { Term } from "./parse-query";

/** Occurrences of a term in a text: their number, best weight, and positions. */
export type Places = { count: number; best: number; at: number[] };

/** Finds a term in a normalised text. */
export type Finder = (text: string) => Places;

/** Maximum counted occurrences. */
const PLACES_MAX = 40;
/** Weight of a longer word that begins with the typed one. */
const LONGER = 0.8;
const LATIN = /^[a-z0-9]+$/;
/** Characters between the parts of a compound: node.js, node js, node-js. */
const CONNECTOR = String.raw`[._/'’\s-]?`;
const PREFIX_LENGTH_MIN = 3;

/** Creates a finder for all readings of a term, each with its weight. */
export function finderOf({ readings }: Term): Finder {
  const finders = readings.map(({ word, weight }) => ({ find: wordFinder(word), weight }));
  return (text) => {
    const all: Places = { count: 0, best: 0, at: [] };
    for (const { find, weight } of finders) {
      const { count, best, at } = find(text);
      if (count === 0) continue;
      all.count = Math.max(all.count, count * weight);
      all.best = Math.max(all.best, best * weight);
      all.at.push(...at);
    }
    return all;
  };
}

function wordFinder(word: string): Finder {
  if (LATIN.test(word)) return latinFinder(word);
  const parts = word.split(/[-\s]+/);
  if (parts.length > 1 && parts.every((part) => part !== "")) return patternFinder(parts);
  return (text) => {
    const at: number[] = [];
    for (
      let from = text.indexOf(word);
      from >= 0 && at.length < PLACES_MAX;
      from = text.indexOf(word, from + word.length)
    ) {
      at.push(from);
    }
    return { count: at.length, best: at.length > 0 ? 1 : 0, at };
  };
}

function latinFinder(word: string): Finder {
  const isPrefix = word.length >= PREFIX_LENGTH_MIN && !/^\d/.test(word);
  return (text) => {
    const at: number[] = [];
    let count = 0;
    let best = 0;
    for (let from = text.indexOf(word); from >= 0 && at.length < PLACES_MAX; from = text.indexOf(word, from + 1)) {
      if (isLatin(text.charCodeAt(from - 1)) && !isBorder(text, from, word)) continue;
      const whole = !isLatin(text.charCodeAt(from + word.length)) || isBorder(text, from + word.length, word);
      if (!whole && !isPrefix) continue;
      at.push(from);
      count += whole ? 1 : LONGER;
      best = Math.max(best, whole ? 1 : LONGER);
    }
    return { count, best, at };
  };
}

/** Whether a word ends here; letters and digits touch without a space: `vue` and `3` in vue3. */
function isBorder(text: string, at: number, word: string): boolean {
  const [before, after] = [isDigit(text.charCodeAt(at - 1)), isDigit(text.charCodeAt(at))];
  return before !== after && isLatin(text.charCodeAt(at - 1)) && isLatin(text.charCodeAt(at)) && word.length > 0;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isLatin = (code: number): boolean => isDigit(code) || (code >= 97 && code <= 122);

function patternFinder(parts: readonly string[]): Finder {
  const escaped = parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  const [first = "", last = ""] = [parts[0], parts.at(-1)];
  const before = LATIN.test(first) ? "(?<![a-z0-9])" : "";
  const after = LATIN.test(last) ? "(?![a-z0-9])" : "";
  const pattern = new RegExp(before + escaped.join(CONNECTOR) + after, "gu");
  return (text) => {
    const at: number[] = [];
    for (const match of text.matchAll(pattern)) {
      if (at.length === PLACES_MAX) break;
      at.push(match.index);
    }
    return { count: at.length, best: at.length > 0 ? 1 : 0, at };
  };
}

/** Distance in characters within which words count as near. */
const WINDOW = 60;

/** Proximity of words in a text: the largest share of them within a window, squared; 0 if they are apart. */
export function proximity(found: readonly Places[]): number {
  const wanted = found.length;
  if (wanted < 2) return 0;
  const all = found.flatMap(({ at }, term) => at.map((place) => ({ place, term })));
  all.sort((a, b) => a.place - b.place);
  const counts = new Array<number>(wanted).fill(0);
  let here = 0;
  let best = 0;
  let left = 0;
  for (const { place, term } of all) {
    if (counts[term] === 0) here += 1;
    counts[term] = (counts[term] ?? 0) + 1;
    for (let first = all[left]; first && place - first.place > WINDOW; first = all[left]) {
      counts[first.term] = (counts[first.term] ?? 0) - 1;
      if (counts[first.term] === 0) here -= 1;
      left += 1;
    }
    best = Math.max(best, here);
  }
  return best < 2 ? 0 : (best / wanted) ** 2;
}
