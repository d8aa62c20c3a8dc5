import { normalize } from "./normalize";
import { cutWords, emojiToken, type Piece, pairs, pieces } from "./segment";
import { isEnglishStopWord, isStopWord } from "./stop-words";

/** A token to look up; with `prefix`, also longer ones that begin with it. */
export type Lookup = { token: string; prefix: boolean };

/** One form of a term, matched if all of `lookups` are. `weight` is its value relative to the typed form. */
export type Reading = {
  /** Word as it occurs in a text; the parts of a compound are joined by `-`. */
  word: string;
  lookups: Lookup[];
  weight: number;
};

/** One word or quoted phrase, found if one of its readings is. */
export type Term = {
  word: string;
  readings: Reading[];
  /** Made of words that are terms themselves: a document with all of these need not have it. */
  also?: boolean;
};

/** Parsed query for the index. */
export type ParsedQuery = {
  terms: Term[];
  /** The character pairs across adjacent words of the query; if they occur too, the words are adjacent. */
  crossWordPairs: Lookup[];
  /** Latin words or numbers with the next word: iOS 11. */
  neighbours: Term[];
  /** Quoted phrases, `squashed`; must occur literally in the text. */
  phrases: string[];
  /** Words typed with a minus before them. */
  without: Term[];
  /** Unquoted, not excluded words joined, `bare`. */
  whole: string;
  /** Pattern of these words as they may occur in a text; null if there are none. */
  stretch: RegExp | null;
  /** Whether the query has only stop words. */
  stopWordsOnly: boolean;
};

const TERMS_MAX = 16;
/** Maximum characters of a query that are used. */
export const TEXT_MAX = 400;
/** Minimum length for prefixes: `re` would match half of the dictionary. */
const PREFIX_LENGTH_MIN = 3;
const QUOTED = /"([^"]*)"|“([^“”]*)”/g;
/** A minus before a Chinese word, or a Latin one that is not a short option: `tar -xf` excludes nothing. */
const EXCLUDED = /(?<=^|\s)-(\p{sc=Han}[\p{L}\p{N}]*|[a-z][\w.+#]{3,})(?=\s|$)/giu;
const WORD_OF_LETTERS = /^\p{L}/u;
const ONE_CHARACTER = /^.$/su;
const LATIN = /^[a-z]/;
/** Weight of a compound's parts that are not adjacent: Vue 2 and 3 steps is hardly about vue3. */
const APART = 0.5;

/** Minimum number of parts for a name whose parts are also looked up, and minimum letters of each. */
const LONG_NAME = 3;
const PART_LENGTH_MIN = 4;

const exact = (token: string): Lookup => ({ token, prefix: false });

/** Parses a typed query; never throws, and returns no terms if it has no words. */
export function parseQuery(text: string): ParsedQuery {
  const quoted: string[] = [];
  const excluded: string[] = [];
  const unquoted = text
    .slice(0, TEXT_MAX)
    .normalize("NFKC")
    .replace(QUOTED, (_, straight, curly) => {
      quoted.push(straight ?? curly);
      return " ";
    });
  const without = unquoted.replace(EXCLUDED, (_, word) => {
    excluded.push(word);
    return " ";
  });
  const phrases = quoted.filter((phrase) => pieces(normalize(phrase)).length > 0);
  // A query that excludes everything is taken literally.
  const nothingElse = phrases.length === 0 && pieces(normalize(without)).length === 0;
  const plain = nothingElse ? unquoted : without;
  const run = pieces(normalize(plain));
  const all = withoutRepeats(run.flatMap(termsOf));
  const isTelling = tellingAmong(all);
  const telling = all.filter(isTelling);
  const kept = telling.length || phrases.length ? telling : all;
  const terms = [...phrases.map(phraseTerm), ...kept].slice(0, TERMS_MAX);
  return {
    terms,
    crossWordPairs: crossWordPairsOf(run, terms),
    neighbours: neighboursOf(run),
    phrases: phrases.map(squashed),
    without: nothingElse ? [] : excluded.flatMap((word) => joinedTerm(word) ?? []),
    whole: bare(plain),
    stretch: stretchOf(plain),
    stopWordsOnly: telling.length + phrases.length === 0,
  };
}

/** Normalized text without white space, for phrase search. */
export const squashed = (text: string): string => normalize(text).replace(/\s+/g, "");

/** A text reduced to letters and digits. */
export const bare = (text: string): string => bareOf(normalize(text));

/** A normalized text reduced to letters and digits. */
export const bareOf = (normalized: string): string =>
  normalized.replace(/[^\p{L}\p{N}+#\p{Extended_Pictographic}]+/gu, "");

/** Characters that were typed adjacently may be separated by a space or punctuation in the text. */
const BREAK = String.raw`[^\p{L}\p{N}]{0,3}`;
const STRETCH_MAX = 80;

function stretchOf(text: string): RegExp | null {
  const parts = normalize(text)
    .slice(0, STRETCH_MAX)
    .match(/\p{sc=Han}+|[a-z]+|\p{N}+/gu);
  return parts && new RegExp(parts.join(BREAK), "u");
}

/** Creates the reading of an untyped word, such as a synonym; null if it has no words. */
export function readingOf(text: string, weight: number): Reading | null {
  const term = joinedTerm(text);
  return term && { word: term.word, lookups: term.readings[0]?.lookups ?? [], weight };
}

/** Combines all of a text into one term. */
function joinedTerm(text: string): Term | null {
  const lookups = pieces(normalize(text)).flatMap((piece) => tokensOf(piece).map(exact));
  const word = normalize(text).trim();
  return lookups.length === 0 ? null : { word, readings: [{ word, lookups, weight: 1 }] };
}

function termsOf(piece: Piece): Term[] {
  if (piece.kind === "emoji") return [simple(piece.text, [exact(emojiToken(piece.text))])];
  if (piece.kind === "han") return cutWords(piece.text).map((word) => simple(word, pairs(word).map(exact)));
  const { compound, text } = piece;
  if (compound === null) return [simple(text, [latin(text)])];
  // Each part gives the same term; `withoutRepeats` keeps one.
  const word = compound.parts.join("-");
  const apart = { word, lookups: compound.parts.map(exact), weight: compound.joined ? APART : 1 };
  // For a long name (INFORMATION_SCHEMA.PROCESSLIST), a title may have only the significant part.
  const part =
    compound.parts.length >= LONG_NAME && text.length >= PART_LENGTH_MIN ? [simple(text, [latin(text)])] : [];
  if (compound.joined === null) return [{ word, readings: [apart] }, ...part];
  const joined = { word: compound.joined, lookups: [latin(compound.joined)], weight: 1 };
  return [{ word, readings: [joined, apart] }, ...part];
}

const simple = (word: string, lookups: Lookup[]): Term => ({ word, readings: [{ word, lookups, weight: 1 }] });

function latin(word: string): Lookup {
  return { token: word, prefix: WORD_OF_LETTERS.test(word) && word.length >= PREFIX_LENGTH_MIN };
}

function tokensOf(piece: Piece): string[] {
  if (piece.kind === "emoji") return [emojiToken(piece.text)];
  return piece.kind === "han" ? pairs(piece.text) : [piece.text];
}

function phraseTerm(phrase: string): Term {
  const tokens = pieces(normalize(phrase)).flatMap(tokensOf);
  return simple(normalize(phrase).trim(), [...new Set(tokens)].map(exact));
}

/** Returns a filter for significant terms: `this` between English words is not one; next to Chinese it is the topic. */
function tellingAmong(terms: readonly Term[]): (term: Term) => boolean {
  const english = terms.filter(({ word }) => LATIN.test(word));
  const sentence = english.some(({ word }) => !isStopWord(word));
  return ({ word }) => !isStopWord(word) || (!sentence && isEnglishStopWord(word) && terms.length > english.length);
}

function neighboursOf(run: readonly Piece[]): Term[] {
  return run.flatMap((piece, at) => {
    const next = run[at + 1];
    if (piece.kind !== "latin" || next?.kind !== "latin" || isStopWord(piece.text) || isStopWord(next.text)) return [];
    // The parts of a compound are adjacent anyway.
    if (piece.compound !== null && next.compound?.parts.join() === piece.compound.parts.join()) return [];
    return [simple(`${piece.text}-${next.text}`, [])];
  });
}

function withoutRepeats(terms: Term[]): Term[] {
  return [...new Map(terms.map((term) => [term.word, term])).values()];
}

function crossWordPairsOf(run: Piece[], terms: Term[]): Lookup[] {
  const looked = new Set(
    terms.flatMap((term) => term.readings.flatMap(({ lookups }) => lookups.map(({ token }) => token))),
  );
  const tokens = run.flatMap((piece) => (piece.kind === "han" ? pairs(piece.text) : []));
  return [...new Set(tokens)].filter((token) => !looked.has(token) && !ONE_CHARACTER.test(token)).map(exact);
}
