import { editDistance } from "./edit-distance";
import type { IndexLookups } from "./index-lookups";
import { normalize } from "./normalize";
import { fuzzyPinyin } from "./pinyin";
import { pieces } from "./segment";
import { isGrammar, isStopWord } from "./stop-words";
import { beginsWord, type KnownWord, wordsLike, wordsThatSound } from "./vocabulary";

const WORD_MIN = 3;
/** Minimum length; shorter words are pinyin of one syllable, or too easily changed into another word. */
const SPELT_MIN = 5;
const PINYIN_MIN = 4;
const CUT_MIN = 6;
const INITIALS_MAX = 8;
/** Maximum letters of one pinyin word, and maximum words of a pinyin run. */
const SOUND_MAX = 18;
const CUT_WORDS_MAX = 5;
/** Maximum number of wrong letters. */
const WRONG_MAX = 2;
/** Number of texts from which a word is considered correct. */
const MEANT = 6;
const INITIALS_MEANT = 15;
const LETTERS = /^[a-z]+$/;

/** Latin words of a query that may need correction. */
export const latinToMend = (text: string): string[] =>
  [...new Set(pieces(normalize(text)).flatMap(unjoined))].filter((word) => !isStopWord(word));

/** Replaces Latin words that occur in no title: by pinyin, spelling, or initials. */
export async function mendLatin(asked: IndexLookups, text: string): Promise<string> {
  const words = latinToMend(text);
  const titles = await asked.known(words);
  const unknown = words.filter((word) => !titles.has(word));
  if (unknown.length === 0) return text;
  const spaced = normalize(text).trim().split(/\s+/);
  if (spaced.length > 1 && unknown.length === words.length && spaced.every((word) => LETTERS.test(word))) {
    const whole = await byPinyin(asked, spaced.join(""));
    if (whole) return whole;
  }
  let mended = text;
  for (const word of unknown) {
    const [texts = 0] = await asked.count("texts", [word]);
    const meant = await meaningOf(asked, word, texts);
    if (meant) mended = replaced(mended, word, meant);
  }
  return mended;
}

const unjoined = (piece: ReturnType<typeof pieces>[number]): string[] =>
  piece.kind === "latin" && piece.compound === null && piece.text.length >= WORD_MIN && LETTERS.test(piece.text)
    ? [piece.text]
    : [];

async function meaningOf(asked: IndexLookups, word: string, texts: number): Promise<string | null> {
  if (texts >= INITIALS_MEANT) return null;
  if (texts < MEANT && word.length >= PINYIN_MIN) {
    const heard = (await byPinyin(asked, word)) ?? (word.length >= CUT_MIN ? await byCutPinyin(asked, word) : null);
    if (heard) return heard;
    if (word.length >= SPELT_MIN) {
      if (await beginsWord(asked.db, word)) return null;
      const spelt = await bySpelling(asked, word, texts);
      if (spelt) return spelt;
    }
  }
  return word.length <= INITIALS_MAX ? byInitials(asked, word, texts) : null;
}

async function byPinyin(asked: IndexLookups, letters: string): Promise<string | null> {
  const found = await wordsThatSound(asked.db, "sound", [fuzzyPinyin(letters)]);
  return mostUsed(
    asked,
    found.filter(({ pinyin }) => pinyin === letters).map(({ word }) => word),
    1,
  );
}

async function byInitials(asked: IndexLookups, letters: string, texts: number): Promise<string | null> {
  const found = await wordsThatSound(asked.db, "initials", [letters]);
  return mostUsed(
    asked,
    found.map(({ word }) => word),
    Math.max(2, 2 * texts),
  );
}

async function bySpelling(asked: IndexLookups, word: string, texts: number): Promise<string | null> {
  const close = (await wordsLike(asked.db, word, WRONG_MAX)).flatMap((other) => {
    const distance = editDistance(word, other, WRONG_MAX);
    return distance > WRONG_MAX || (word.length === SPELT_MIN && distance > 1) ? [] : [{ other, distance }];
  });
  close.sort((a, b) => a.distance - b.distance);
  for (const distance of [1, WRONG_MAX]) {
    const words = close.filter((one) => one.distance === distance).map(({ other }) => other);
    // A word that occurs nowhere, one letter from a title's word, is that word.
    const best = await mostUsed(asked, words, texts === 0 && distance === 1 ? 1 : 2);
    if (best) return best;
  }
  return null;
}

/** Splits a pinyin run into the fewest words of titles. */
async function byCutPinyin(asked: IndexLookups, letters: string): Promise<string | null> {
  const sounds = new Set<string>();
  for (let from = 0; from < letters.length; from += 1) {
    for (let to = from + 2; to <= Math.min(letters.length, from + SOUND_MAX); to += 1) {
      sounds.add(fuzzyPinyin(letters.slice(from, to)));
    }
  }
  const heard = new Map<string, KnownWord[]>();
  for (const one of await wordsThatSound(asked.db, "sound", [...sounds])) {
    heard.set(one.pinyin, [...(heard.get(one.pinyin) ?? []), one]);
  }
  const cuts: (string[] | undefined)[] = [[]];
  for (let from = 0; from < letters.length; from += 1) {
    const before = cuts[from];
    if (!before || before.length === CUT_WORDS_MAX) continue;
    for (let to = from + 2; to <= Math.min(letters.length, from + SOUND_MAX); to += 1) {
      const stretch = letters.slice(from, to);
      const shorter = cuts[to] === undefined || (cuts[to]?.length ?? 0) > before.length + 1;
      if (heard.has(stretch) && shorter) cuts[to] = [...before, stretch];
    }
  }
  const cut = cuts[letters.length];
  if (!cut) return null;
  const words: string[] = [];
  for (const stretch of cut) {
    const best = await mostUsed(
      asked,
      (heard.get(stretch) ?? []).map(({ word }) => word),
      1,
    );
    if (!best) return null;
    words.push(best);
  }
  return words.join("");
}

const COMPARED_MAX = 12;

/** The word used in most titles, if in enough of them; words of grammar only if there are no others. */
async function mostUsed(asked: IndexLookups, words: readonly string[], least: number): Promise<string | null> {
  const sought = words.filter((word) => !isGrammar(word));
  const compared = (sought.length > 0 ? sought : words).slice(0, COMPARED_MAX);
  const counts = await asked.count("titles", compared);
  const most = Math.max(0, ...counts);
  return most >= least ? (compared[counts.indexOf(most)] ?? null) : null;
}

function replaced(text: string, word: string, meant: string): string {
  return text.replace(new RegExp(`(?<![a-z0-9])${word}(?![a-z0-9])`, "giu"), meant);
}
