import type { IndexLookups } from "./index-lookups";
import { normalize } from "./normalize";
import { fuzzyPinyin, hasPinyin, syllablesOf } from "./pinyin";
import { cutWords, pieces } from "./segment";
import { isStopWord } from "./stop-words";
import { type KnownWord, wordsThatSound } from "./vocabulary";

const PART_MIN = 2;
const PART_MAX = 6;
/** Minimum number of titles with a homophone; more for two characters, since these have many homophones. */
const TITLES_MIN = 2;
const TITLES_MIN_OF_TWO = 3;
/** Length in characters from which one title is enough, if no text has the typed phrase. */
const LONG = 4;
/** If more texts, relative to the titles with the homophone, have the typed phrase, it is kept. */
const RARE = 1 / 5;
/** Ratio for a dictionary word. */
const RARE_IN_DICTIONARY = 1 / 20;

/** A run of whole words. */
type Part = { text: string; size: number; isWord: boolean; sound: string };

/** Phrases of a query that may not occur in titles. */
export const chineseToMend = (text: string): string[] =>
  runsIn(text).flatMap((run) => stretchesOf(run).stretches.map((one) => one.text));

const runsIn = (text: string): string[] =>
  pieces(normalize(text)).flatMap((piece) => (piece.kind === "han" ? [piece.text] : []));

/** Replaces phrases that occur in no title with homophones that do. */
export async function mendChinese(asked: IndexLookups, text: string): Promise<string> {
  const runs = runsIn(text).map((run) => ({ run, ...stretchesOf(run) }));
  const known = await asked.known(runs.flatMap(({ stretches }) => stretches.map((one) => one.text)));
  const unknown = runs.flatMap(({ run, words, stretches }) => {
    // A run of known words needs no correction.
    if (words.every((word) => isStopWord(word) || known.has(word))) return [];
    return stretches.filter((one) => !known.has(one.text)).map((one) => ({ ...one, run }));
  });
  if (unknown.length === 0) return text;
  const parts = unknown.map(({ run, ...one }): Part => ({ ...one, sound: soundIn(run, one) }));
  const heard = await wordsThatSound(asked.db, "sound", [...new Set(parts.map(({ sound }) => sound))]);
  let mended = text;
  for (const part of parts.sort((a, b) => b.size - a.size)) {
    if (!mended.includes(part.text)) continue;
    const meant = await meaningOf(asked, part, heard);
    if (meant) mended = mended.replace(part.text, meant);
  }
  return mended;
}

type Stretch = { text: string; from: number; size: number; isWord: boolean };

function stretchesOf(run: string): { words: string[]; stretches: Stretch[] } {
  const words = cutWords(run);
  const found: Stretch[] = [];
  let from = 0;
  words.forEach((first, at) => {
    let text = "";
    for (const word of words.slice(at)) {
      text += word;
      const size = [...text].length;
      if (size > PART_MAX) break;
      if (size >= PART_MIN && hasPinyin(text)) found.push({ text, from, size, isWord: text === first });
    }
    from += [...first].length;
  });
  return { words, stretches: found };
}

const syllables = { run: "", all: [] as string[] };

/** Pinyin of a phrase as pronounced in its run. */
function soundIn(run: string, { from, size }: Omit<Stretch, "text">): string {
  if (syllables.run !== run) {
    syllables.run = run;
    syllables.all = syllablesOf(run);
  }
  return fuzzyPinyin(syllables.all.slice(from, from + size).join(""));
}

async function meaningOf(asked: IndexLookups, part: Part, heard: readonly KnownWord[]): Promise<string | null> {
  const alike = heard
    .filter((one) => one.sound === part.sound && differsLittle(part, one.word))
    .map(({ word }) => word);
  if (alike.length === 0) return null;
  const [titles, [texts = 0]] = await Promise.all([asked.count("titles", alike), asked.count("texts", [part.text])]);
  const most = Math.max(0, ...titles);
  if (most < titlesMin(part, texts)) return null;
  if (texts > most * (part.isWord ? RARE_IN_DICTIONARY : RARE)) return null;
  return alike[titles.indexOf(most)] ?? null;
}

function titlesMin({ size }: Part, texts: number): number {
  if (size === PART_MIN) return TITLES_MIN_OF_TWO;
  return size >= LONG && texts === 0 ? 1 : TITLES_MIN;
}

/** Allows one wrong character, or two of four and more; beyond that it is a different word. */
function differsLittle({ text, size }: Part, word: string): boolean {
  const characters = [...word];
  if (characters.length !== size || word === text) return false;
  const same = [...text].filter((character, at) => character === characters[at]).length;
  return same >= size - (size >= LONG ? 2 : 1);
}
