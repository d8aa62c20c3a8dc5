import type { Runs } from "#app/contract/reading/search";
import { eitherWidth, fold } from "#upstream/services/search/normalize";

/** A range of a text in which a word was found; `word` is the normalized match. */
export type Mark = { start: number; end: number; word: string };

/** Finds the words of a query in a text. */
export type Marker = (text: string) => Mark[];

const MARKS_MAX = 500;
/** Maximum number of single characters marked on each side of a word. */
const BESIDE_MAX = 2;
const PREFIX_LENGTH_MIN = 3;
const LATIN = "[a-z0-9]";
const STARTS_LATIN = /^[a-z0-9]/;
const ENDS_LATIN = /[a-z0-9]$/;
/** Positions where a text may have white space that the query lacks, or vice versa. */
const SEAMS = /\s+|(?<=[a-z0-9])(?=[^\x20-\x7e])|(?<=[^\x20-\x7e])(?=[a-z0-9])/;

/** Creates a marker for the words of `Search.words`. */
export function markerOf(words: readonly string[]): Marker {
  if (words.length === 0) return () => [];
  const pattern = new RegExp(patternOf(words), "gu");
  return (text) => {
    const marks: Mark[] = [];
    for (const match of fold(text).matchAll(pattern)) {
      if (marks.length === MARKS_MAX) break;
      const [word] = match;
      if (word) marks.push({ start: match.index, end: match.index + word.length, word });
    }
    return marks;
  };
}

/**
 * Builds the pattern. Single characters only match if there are no longer words, or next to one: 技术债 is marked
 * completely, a separate 债 is not.
 */
function patternOf(words: readonly string[]): string {
  const characters = words.filter(isCharacter);
  const longer = words.filter((word) => !isCharacter(word));
  if (characters.length === 0 || longer.length === 0) return anyOf(words);
  const beside = `${anyOf(characters)}{0,${BESIDE_MAX}}`;
  return beside + anyOf(longer) + beside;
}

const isCharacter = (word: string): boolean => [...word].length === 1;

function anyOf(words: readonly string[]): string {
  const longestFirst = [...words].sort((a, b) => b.length - a.length);
  return `(?:${longestFirst.map(wordPattern).join("|")})`;
}

function wordPattern(word: string): string {
  const body = word.split(SEAMS).map(compoundPattern).join(String.raw`\s*`);
  const before = STARTS_LATIN.test(word) ? `(?<!${LATIN})` : "";
  if (!ENDS_LATIN.test(word)) return before + body;
  // As in the index, a word of some length also matches longer words that start with it.
  return before + body + (word.length >= PREFIX_LENGTH_MIN ? `${LATIN}*` : `(?!${LATIN})`);
}

/** Matches node.js, node js and nodejs for node-js. */
function compoundPattern(part: string): string {
  return part.split("-").map(escaped).join(String.raw`[._/'’\s-]?`);
}

const escaped = (text: string): string => eitherWidth(text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));

/** Splits `text` into marked and unmarked runs; none is empty, and adjacent marks are merged. */
export function runsOf(text: string, marks: readonly Mark[]): Runs {
  const runs: Runs = [];
  const add = (part: string, hit: boolean) => {
    const last = runs.at(-1);
    if (part === "") return;
    if (last?.hit === hit) last.text += part;
    else runs.push({ text: part, hit });
  };
  let at = 0;
  for (const { start, end } of marks) {
    add(text.slice(at, start), false);
    add(text.slice(start, end), true);
    at = end;
  }
  add(text.slice(at), false);
  return runs;
}
