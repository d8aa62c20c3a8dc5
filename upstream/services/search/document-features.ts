import { bitOf, type Candidate } from "./candidates";
import type { Gathered } from "./gather";
import { normalize } from "./normalize";
import { bareOf, type ParsedQuery } from "./parse-query";
import { type Finder, finderOf, type Places, proximity } from "./places";
import type { Features } from "./score";
import type { SearchKind } from "./search";

/** Weight of the question's title for an answer. */
const OTHERS_TITLE = 0.25;
/** Weight of a term that only occurs across two words of a title. */
const ACROSS_WORDS = 0.3;
/** BM25 parameters: saturation of repetitions, penalty for long texts, bonus of a title. */
const SATURATION = 1.2;
const BY_LENGTH = 0.5;
const TITLE_TIMES = 5;
/** Characters of an average text. */
const MIDDLING = 3000;
/** Minimum characters of a contiguous match; shorter ones are single words. */
const STRETCH_MIN = 4;
/**
 * Weight of a contiguous match in a text relative to one in a title, and the length from which it applies: shorter ones
 * are adjacent by chance.
 */
const STRETCH_IN_TEXT = 0.6;
const STRETCH_TELLING = 8;
const ALL = 0.99;

type Title = { kind: SearchKind; title: string };

/** A normalised title, and how well it matches the query. */
type TitleMatch = {
  text: string;
  /** The title without anything between its words. */
  bare: string;
  /** Weight of the title: less than 1 if it is not the document's own. */
  weight: number;
  /** Quality of its match with each term, from 0 to 1. */
  terms: number[];
  /** Share of the query found in it, weighted by rarity; see `Features.title`. */
  share: number;
  /** That share, multiplied by the matched share of the title; see `Features.brief`. */
  brief: number;
};

/** Occurrences of a term in a document's text, and whether the document is known to have the term at all. */
type TermMatch = { count: number; known: boolean };

/** Creates functions that compute a document's relevance features for a query: by its title alone, or by its text. */
export function createFeatures(query: ParsedQuery, { rarity, titlesWith }: Pick<Gathered, "rarity" | "titlesWith">) {
  const { terms, whole, stretch, without } = query;
  const finders: Finder[] = terms.map(finderOf);
  const excluded: Finder[] = without.map(finderOf);
  const lengths = terms.map(({ word }) => lengthOf(word));
  const wholeLength = lengthOf(whole);
  const rarityOfAll = rarity.reduce((sum, one) => sum + one, 0) || 1;
  const shareOfPairs = pairCounter(query);
  const stretchInText = STRETCH_IN_TEXT * Math.min(1, wholeLength / STRETCH_TELLING);
  const isInText = ({ inText }: Candidate, term: number) => (inText & bitOf(term)) !== 0;

  const titles = new Map<number, TitleMatch>();
  function matchTitle(candidate: Candidate, title: Title): TitleMatch {
    const known = titles.get(candidate.id);
    if (known) return known;
    const match = readTitle(candidate, title);
    titles.set(candidate.id, match);
    return match;
  }

  function readTitle({ id, inTitle }: Candidate, { kind, title }: Title): TitleMatch {
    const text = normalize(title);
    const weight = kind === "answer" ? OTHERS_TITLE : 1;
    const matches = finders.map((find, term) => {
      const { best } = find(text);
      if (best === 0) return (inTitle & bitOf(term)) !== 0 ? ACROSS_WORDS * weight : 0;
      const asWord = titlesWith[term];
      const isAcrossWords = asWord && !asWord.has(id) && kind !== "answer";
      return weight * (isAcrossWords ? best * ACROSS_WORDS : best);
    });
    const found = matches.reduce((sum, match, term) => sum + (rarity[term] ?? 0) * Math.min(1, match), 0);
    const share = found / rarityOfAll;
    const bare = bareOf(text);
    const covered = matches.filter((match) => match > 0).reduce((sum, _, term) => sum + (lengths[term] ?? 0), 0);
    const brief = share * Math.min(1, covered / Math.max(1, bare.length));
    return { text, bare, weight, terms: matches, share, brief };
  }

  function featuresOf({ named }: Candidate, title: TitleMatch, matches: TermMatch[], length: number): Features {
    let bm25 = 0;
    let cover = 0;
    matches.forEach(({ count, known }, term) => {
      const inText = count / (1 - BY_LENGTH + (BY_LENGTH * length) / MIDDLING);
      const times = TITLE_TIMES * (title.terms[term] ?? 0) + inText;
      if (times <= 0) return;
      bm25 += ((rarity[term] ?? 0) * times * (SATURATION + 1)) / (times + SATURATION);
      if (known) cover += rarity[term] ?? 0;
    });
    const isStretchInTitle = wholeLength >= STRETCH_MIN && title.bare.includes(whole);
    return {
      text: bm25 / rarityOfAll,
      cover: cover / rarityOfAll,
      title: title.share,
      brief: title.brief,
      titlePairs: shareOfPairs(title.text) * title.weight,
      textPairs: 0,
      near: 0,
      stretch: isStretchInTitle ? title.weight : 0,
      whole: title.bare === whole ? title.weight : 0,
      named,
    };
  }

  return {
    /** Features by a document's title, and by what the index knows of its text. */
    ofTitle(candidate: Candidate, title: Title): Features {
      const match = matchTitle(candidate, title);
      const matches = match.terms.map((inTitle, term) => ({
        count: isInText(candidate, term) ? 1 : 0,
        known: inTitle > 0 || isInText(candidate, term),
      }));
      return { ...featuresOf(candidate, match, matches, MIDDLING), ...untilRead(candidate) };
    },

    /**
     * Features by a document's title and text; null if it contains an excluded word: a Chinese one even across others, a
     * Latin one whole, as the index knows it, since not all texts are read.
     */
    ofText(candidate: Candidate, title: Title, body: string): Features | null {
      const match = matchTitle(candidate, title);
      const text = body.toLowerCase();
      if (excluded.some((find) => find(text).best >= 1 || find(match.text).best >= 1)) return null;
      const places: Places[] = finders.map((find) => find(text));
      const matches = places.map(({ count }, term) => {
        const [inText, inTitle] = [isInText(candidate, term), (match.terms[term] ?? 0) > 0];
        // The index knows of terms that are not found here: across two words, or below the part that was loaded.
        return { count: count || (inText && !inTitle ? ACROSS_WORDS : 0), known: count > 0 || inText || inTitle };
      });
      const features = featuresOf(candidate, match, matches, body.length);
      features.textPairs = shareOfPairs(match.text, text);
      features.near = proximity(places.filter((_, term) => (lengths[term] ?? 0) > 1 || terms.length < 3));
      const mayStretch = features.stretch < stretchInText && wholeLength >= STRETCH_MIN && features.cover > ALL;
      if (mayStretch && stretch?.test(text)) features.stretch = stretchInText;
      return features;
    },
  };
}

/** Returns the function that tells which share of a query's word pairs occurs in any of some texts. */
function pairCounter({ crossWordPairs, neighbours }: ParsedQuery): (...texts: string[]) => number {
  const pairs: ((text: string) => boolean)[] = [
    ...crossWordPairs.map(({ token }) => includes(token)),
    ...neighbours.map(finderOf).map((find) => (text: string) => find(text).count > 0),
  ];
  if (pairs.length === 0) return () => 0;
  return (...texts) => pairs.filter((isIn) => texts.some(isIn)).length / pairs.length;
}

const includes =
  (token: string) =>
  (text: string): boolean =>
    text.includes(token);

/** Estimated features of a text before it is loaded. */
function untilRead({ all, textTogether }: Candidate): { textPairs: number; near: number } {
  if (textTogether) return { textPairs: 1, near: 1 };
  return all ? { textPairs: 0.5, near: 0.5 } : { textPairs: 0, near: 0 };
}

const lengthOf = (word: string): number => [...word].length;
