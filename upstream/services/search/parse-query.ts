import { normalize } from "./normalize";
import { cutWords, type Piece, pairs, pieces } from "./segment";
import { isStopWord } from "./stop-words";

/** A token as it is looked for; with `prefix`, also longer ones that begin with it. */
export type Lookup = { token: string; prefix: boolean };

/**
 * One word or quoted phrase: found where all tokens of one of the alternatives are. The parts of a compound
 * are written with `-` between them.
 */
export type Term = { word: string; anyOf: Lookup[][] };

export type ParsedQuery = {
  terms: Term[];
  /** The pairs across the words of the query: where they are too, the words stand together. */
  crossWordPairs: Lookup[];
  /** Quoted stretches, `squashed`: the text itself must have them. */
  phrases: string[];
  /** There are only stop words in it. */
  stopWordsOnly: boolean;
};

const TERMS_MAX = 16;
const TEXT_MAX = 400;
/** `re` would begin half the dictionary. */
const PREFIX_LENGTH_MIN = 3;
const QUOTED = /"([^"]*)"|“([^“”]*)”/g;
const WORD_OF_LETTERS = /^\p{L}/u;
const ONE_CHARACTER = /^.$/su;

const exact = (token: string): Lookup => ({ token, prefix: false });

/** Reads what someone typed; never throws, and gives no terms when there is no word in it. */
export function parseQuery(text: string): ParsedQuery {
  const quoted: string[] = [];
  const plain = text
    .slice(0, TEXT_MAX)
    .normalize("NFKC")
    .replace(QUOTED, (_, straight, curly) => {
      quoted.push(straight ?? curly);
      return " ";
    });
  const phrases = quoted.filter((phrase) => pieces(normalize(phrase)).length > 0);
  const run = pieces(normalize(plain));
  const all = withoutRepeats(run.flatMap(termsOf));
  const telling = all.filter((term) => !isStopWord(term.word));
  const kept = telling.length || phrases.length ? telling : all;
  const terms = [...phrases.map(phraseTerm), ...kept].slice(0, TERMS_MAX);
  return {
    terms,
    crossWordPairs: jointsOf(run, terms),
    phrases: phrases.map(squashed),
    stopWordsOnly: telling.length + phrases.length === 0,
  };
}

/** A text in which phrases are looked for: normalised, without white space. */
export const squashed = (text: string): string => normalize(text).replace(/\s+/g, "");

function termsOf(piece: Piece): Term[] {
  if (piece.kind === "han") {
    return cutWords(piece.text).map((word) => ({ word, anyOf: [pairs(word).map(exact)] }));
  }
  const { compound, text } = piece;
  if (compound === null) return [{ word: text, anyOf: [[latin(text)]] }];
  // Each part gives the same term; `withoutRepeats` keeps one.
  return [{ word: compound.parts.join("-"), anyOf: [[latin(compound.joined)], compound.parts.map(exact)] }];
}

function latin(word: string): Lookup {
  return { token: word, prefix: WORD_OF_LETTERS.test(word) && word.length >= PREFIX_LENGTH_MIN };
}

function phraseTerm(phrase: string): Term {
  const tokens = pieces(normalize(phrase)).flatMap((piece) =>
    piece.kind === "han" ? pairs(piece.text) : [piece.text],
  );
  return { word: normalize(phrase).trim(), anyOf: [[...new Set(tokens)].map(exact)] };
}

function withoutRepeats(terms: Term[]): Term[] {
  return [...new Map(terms.map((term) => [term.word, term])).values()];
}

function jointsOf(run: Piece[], terms: Term[]): Lookup[] {
  const looked = new Set(terms.flatMap((term) => term.anyOf.flat().map(({ token }) => token)));
  const tokens = run.flatMap((piece) => (piece.kind === "han" ? pairs(piece.text) : []));
  return [...new Set(tokens)].filter((token) => !looked.has(token) && !ONE_CHARACTER.test(token)).map(exact);
}
