import { normalize } from "./normalize";
import { type ParsedQuery, readingOf, type Term } from "./parse-query";
import { cutWords, pieces } from "./segment";
import { SHIPPED_SYNONYMS } from "./shipped-synonyms";

/** Worth of a synonym beside the word that was typed. */
const WORTH = 0.8;
/** Pieces and words of a query that a name may be made of. */
const NAME_WORDS_MAX = 4;
const SEPARATOR = /[,，]/;

let shipped: Map<string, string[]> | null = null;

/** Words of a group as they are compared: each once, normalised, empty ones left out. */
export const groupOf = (line: string): string[] => [
  ...new Set(
    line
      .split(SEPARATOR)
      .map((word) => normalize(word).replace(/\s+/g, " ").trim())
      .filter(Boolean),
  ),
];

function shippedSynonyms(): Map<string, string[]> {
  if (shipped) return shipped;
  shipped = new Map();
  for (const line of SHIPPED_SYNONYMS.split(";")) {
    const group = groupOf(line);
    for (const word of group) shipped.set(word, [...(shipped.get(word) ?? []), ...group.filter((one) => one !== word)]);
  }
  return shipped;
}

/** A query that also finds what is said in other words: those of the shipped list, and those that staff keep. */
export function withSynonyms(
  query: ParsedQuery,
  text: string,
  kept: readonly (readonly [name: string, other: string])[],
): ParsedQuery {
  const others = new Map<string, string[]>();
  const add = (name: string, other: string) => others.set(name, [...(others.get(name) ?? []), other]);
  for (const name of namesIn(text)) for (const other of shippedSynonyms().get(name) ?? []) add(name, other);
  for (const [name, other] of kept) add(name, other);
  let { terms } = query;
  // The longest first: 双系统 before 系统.
  for (const name of [...others.keys()].sort((a, b) => b.length - a.length)) {
    terms = withReadings(terms, name, others.get(name) ?? []);
  }
  return terms === query.terms ? query : { ...query, terms };
}

/** Words and runs of words of a query, as synonyms may name them. */
export function namesIn(text: string): string[] {
  const words = pieces(normalize(text)).flatMap((piece) => {
    if (piece.kind === "han") return cutWords(piece.text).map((word) => ({ word, space: false }));
    return [{ word: piece.text, space: piece.kind === "latin" }];
  });
  const names = new Set<string>();
  words.forEach((_, at) => {
    let name = "";
    let spaced = "";
    for (const { word, space } of words.slice(at, at + NAME_WORDS_MAX)) {
      name += word;
      spaced += (spaced && space ? " " : "") + word;
      names.add(name).add(spaced);
    }
  });
  for (const [word] of normalize(text).matchAll(/[^\s,，。？?！!]+/g)) names.add(word);
  return [...names];
}

const tight = (word: string): string => word.replace(/[\s.-]+/g, "");

/** A name that is made of several terms is one more, which its synonyms say as well. */
function withReadings(terms: readonly Term[], name: string, others: readonly string[]): Term[] {
  const readings = [...new Set(others)].flatMap((other) => readingOf(other, WORTH) ?? []);
  const whole = tight(name);
  const same = terms.findIndex((term) => tight(term.word) === whole);
  if (same >= 0)
    return terms.map((term, at) => (at === same ? { ...term, readings: [...term.readings, ...readings] } : term));
  const made = terms.filter(({ word }) => whole.includes(tight(word)));
  const own = readingOf(name, 1);
  if (made.length === 0 || !own) return [...terms];
  return [...terms, { word: own.word, readings: [own, ...readings], also: true }];
}
