import type { Asked } from "./asked";
import { normalize } from "./normalize";
import { fuzzyPinyin, hasPinyin, syllablesOf } from "./pinyin";
import { cutWords, pieces } from "./segment";
import { isStopWord } from "./stop-words";
import { type KnownWord, wordsThatSound } from "./vocabulary";

const PART_MIN = 2;
const PART_MAX = 6;
/** Titles that must have what sounds alike; of two characters more, as these sound like much. */
const TITLES_MIN = 2;
const TITLES_MIN_OF_TWO = 3;
/** Characters from which one title is enough for what is in no text as it was typed. */
const LONG = 4;
/** Texts with what was typed, as a share of titles with what was meant: where there are more it is meant as it stands. */
const RARE = 1 / 5;
/** Such a share for a word of the dictionary. */
const RARE_IN_DICTIONARY = 1 / 20;

/** A stretch from the beginning of a word to the end of a word. */
type Part = { text: string; size: number; isWord: boolean; sound: string };

/** Stretches of a query that titles may not have. */
export const chineseToMend = (text: string): string[] =>
  runsIn(text).flatMap((run) => stretchesOf(run).stretches.map((one) => one.text));

const runsIn = (text: string): string[] =>
  pieces(normalize(text)).flatMap((piece) => (piece.kind === "han" ? [piece.text] : []));

/** Puts in words for stretches that no title has, where a title has one that sounds alike. */
export async function mendChinese(asked: Asked, text: string): Promise<string> {
  const runs = runsIn(text).map((run) => ({ run, ...stretchesOf(run) }));
  const known = await asked.known(runs.flatMap(({ stretches }) => stretches.map((one) => one.text)));
  const unknown = runs.flatMap(({ run, words, stretches }) => {
    // A run in which every word is known needs nothing.
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

/** Of a stretch in its run, in which characters sound as they do there. */
function soundIn(run: string, { from, size }: Omit<Stretch, "text">): string {
  if (syllables.run !== run) {
    syllables.run = run;
    syllables.all = syllablesOf(run);
  }
  return fuzzyPinyin(syllables.all.slice(from, from + size).join(""));
}

async function meaningOf(asked: Asked, part: Part, heard: readonly KnownWord[]): Promise<string | null> {
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

/** One character may be wrong, of four and more two; where more differ it is another word. */
function differsLittle({ text, size }: Part, word: string): boolean {
  const characters = [...word];
  if (characters.length !== size || word === text) return false;
  const same = [...text].filter((character, at) => character === characters[at]).length;
  return same >= size - (size >= LONG ? 2 : 1);
}
