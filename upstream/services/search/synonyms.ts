import { normalize } from "./normalize";
import { type ParsedQuery, readingOf, type Term } from "./parse-query";
import { cutWords, pieces } from "./segment";
import { SHIPPED_SYNONYMS } from "./shipped-synonyms";

/** Weight of a synonym relative to the typed word. */
const WORTH = 0.8;
/** Maximum number of words that form a name. */
const NAME_WORDS_MAX = 4;
const SEPARATOR = /[,，]/;

let shipped: Map<string, string[]> | null = null;

/** Parses a group of synonyms: normalized, without duplicates and empty entries. */
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

/** Extends a query by synonyms: shipped ones, and those maintained by staff. */
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
  // Longest first: 双系统 before 系统.
  for (const name of [...others.keys()].sort((a, b) => b.length - a.length)) {
    terms = withReadings(terms, name, others.get(name) ?? []);
  }
  return terms === query.terms ? query : { ...query, terms };
}

/** Words and runs of words of a query that may have synonyms. */
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

/** A name made of several terms becomes an additional term, which its synonyms match as well. */
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
