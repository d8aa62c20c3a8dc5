import { normalize } from "./normalize";
import { cutWords, emojiToken, type Piece, pairs, pieces } from "./segment";
import { isEnglishStopWord, isStopWord } from "./stop-words";

/** A token as it is looked for; with `prefix`, also longer ones that begin with it. */
export type Lookup = { token: string; prefix: boolean };

/** One way in which a term may be said: where all of `lookups` are. `weight` is what it is worth beside what was typed. */
export type Reading = {
  /** As it stands in a text; the parts of a compound have `-` between them. */
  word: string;
  lookups: Lookup[];
  weight: number;
};

/** One word or quoted phrase, found where one of its readings is. */
export type Term = {
  word: string;
  readings: Reading[];
  /** Made of words that are terms as well: what has all of these need not have it. */
  also?: boolean;
};

/** Query as the index is asked for it. */
export type ParsedQuery = {
  terms: Term[];
  /** The pairs across the words of the query: where they are too, the words stand together. */
  crossWordPairs: Lookup[];
  /** Words of Latin letters or digits with what was typed behind them: iOS 11. */
  neighbours: Term[];
  /** Quoted stretches, `squashed`: the text itself must have them. */
  phrases: string[];
  /** Words that were typed with a minus before them. */
  without: Term[];
  /** Words outside of quotes that are not excluded, as one, `bare`. */
  whole: string;
  /** Pattern of these words as they may stand in a text; null where there are none. */
  stretch: RegExp | null;
  /** There are only stop words in it. */
  stopWordsOnly: boolean;
};

const TERMS_MAX = 16;
/** Characters of a query that are read. */
export const TEXT_MAX = 400;
/** `re` would begin half the dictionary. */
const PREFIX_LENGTH_MIN = 3;
const QUOTED = /"([^"]*)"|“([^“”]*)”/g;
/** A minus before a Chinese word, or a Latin one that is no short option: `tar -xf` excludes nothing. */
const EXCLUDED = /(?<=^|\s)-(\p{sc=Han}[\p{L}\p{N}]*|[a-z][\w.+#]{3,})(?=\s|$)/giu;
const WORD_OF_LETTERS = /^\p{L}/u;
const ONE_CHARACTER = /^.$/su;
const LATIN = /^[a-z]/;
/** Worth of the parts of a compound where they stand apart: Vue 2 and 3 steps is hardly about vue3. */
const APART = 0.5;

/** Parts of a name that is looked for by its parts as well, and letters of each. */
const LONG_NAME = 3;
const PART_LENGTH_MIN = 4;

const exact = (token: string): Lookup => ({ token, prefix: false });

/** Reads what someone typed; never throws, and gives no terms when there is no word in it. */
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
  // Who excludes everything looks for it.
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

/** A text in which phrases are looked for: normalised, without white space. */
export const squashed = (text: string): string => normalize(text).replace(/\s+/g, "");

/** A text of which only letters and digits matter. */
export const bare = (text: string): string => bareOf(normalize(text));

/** A normalised text of which only letters and digits matter. */
export const bareOf = (normalized: string): string =>
  normalized.replace(/[^\p{L}\p{N}+#\p{Extended_Pictographic}]+/gu, "");

/** Between what was typed without a break a text may have a space or a mark. */
const BREAK = String.raw`[^\p{L}\p{N}]{0,3}`;
const STRETCH_MAX = 80;

function stretchOf(text: string): RegExp | null {
  const parts = normalize(text)
    .slice(0, STRETCH_MAX)
    .match(/\p{sc=Han}+|[a-z]+|\p{N}+/gu);
  return parts && new RegExp(parts.join(BREAK), "u");
}

/** The reading of a word that was not typed, such as a synonym; null where there is no word in it. */
export function readingOf(text: string, weight: number): Reading | null {
  const term = joinedTerm(text);
  return term && { word: term.word, lookups: term.readings[0]?.lookups ?? [], weight };
}

/** All that stands in a text as one term. */
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
  // Of a long name (INFORMATION_SCHEMA.PROCESSLIST) a title may have but the part that matters.
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

/** `this` between English words says nothing; alone beside Chinese it is what the query is about. */
function tellingAmong(terms: readonly Term[]): (term: Term) => boolean {
  const english = terms.filter(({ word }) => LATIN.test(word));
  const sentence = english.some(({ word }) => !isStopWord(word));
  return ({ word }) => !isStopWord(word) || (!sentence && isEnglishStopWord(word) && terms.length > english.length);
}

function neighboursOf(run: readonly Piece[]): Term[] {
  return run.flatMap((piece, at) => {
    const next = run[at + 1];
    if (piece.kind !== "latin" || next?.kind !== "latin" || isStopWord(piece.text) || isStopWord(next.text)) return [];
    // The parts of a compound are next to each other in any case.
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
