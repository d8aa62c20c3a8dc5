import type { Db } from "#upstream/db/dialect";
import { normalize } from "./normalize";
import { fuzzyPinyin, hasPinyin, initialsOf, syllablesOf } from "./pinyin";
import { cutWords, pieces } from "./segment";
import { isStopWord } from "./stop-words";

/** A word of titles, with its lookup keys. */
export type KnownWord = { word: string; sound: string; pinyin: string; initials: string };

/** Maximum length of names formed by adjacent words (正则 and 表达式), which are typed as one. */
const NAME_LENGTH_MAX = 6;
/** Minimum number of initials; two are too ambiguous. */
const INITIALS_MIN = 3;
const LATIN_WORD = /^[a-z]{4,40}$/;

/** Stores the words of titles, so that queries can be corrected to them. Known words cost only a lookup. */
export async function enterWords(trx: Db, ofTitles: readonly string[]): Promise<void> {
  const words = [...new Set(ofTitles)];
  if (words.length === 0) return;
  const known = new Set(await knownAmong(trx, words));
  const fresh = words.filter((word) => !known.has(word)).sort();
  if (fresh.length === 0) return;
  await trx
    .insertInto("search_vocabulary")
    .values(fresh.map(entryOf))
    .onConflict((conflict) => conflict.column("word").doNothing())
    .execute();
}

/** Returns those of `words` that occur in titles. */
export async function knownAmong(db: Db, words: readonly string[]): Promise<string[]> {
  if (words.length === 0) return [];
  const rows = await db.selectFrom("search_vocabulary").select("word").where("word", "in", words).execute();
  return rows.map(({ word }) => word);
}

/** Finds words of titles by pronunciation, or by initials. */
export function wordsThatSound(db: Db, by: "sound" | "initials", keys: readonly string[]): Promise<KnownWord[]> {
  if (keys.length === 0) return Promise.resolve([]);
  return db.selectFrom("search_vocabulary").selectAll().where(by, "in", keys).limit(SOUNDS_MAX).execute();
}
const SOUNDS_MAX = 300;

/** Finds Latin words of titles with the same beginning and similar length. */
export async function wordsLike(db: Db, word: string, difference: number): Promise<string[]> {
  const lengths = Array.from({ length: 2 * difference + 1 }, (_, at) => word.length - difference + at);
  const rows = await db
    .selectFrom("search_vocabulary")
    .select("word")
    .where(
      "sound",
      "in",
      lengths.map((length) => latinKey(word.charAt(0), length)),
    )
    .limit(LIKE_MAX)
    .execute();
  return rows.map((row) => row.word);
}
const LIKE_MAX = 2000;

/** Whether a title has a longer word with this prefix. */
export async function beginsWord(db: Db, word: string): Promise<boolean> {
  const row = await db
    .selectFrom("search_vocabulary")
    .select("word")
    .where("word", ">", word)
    .where("word", "<", `${word}\u{10ffff}`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const latinKey = (letter: string, length: number): string => `${letter}~${length}`;

function entryOf(word: string): KnownWord {
  if (LATIN_WORD.test(word)) return { word, sound: latinKey(word.charAt(0), word.length), pinyin: "", initials: "" };
  const syllables = syllablesOf(word);
  const initials = syllables.length < INITIALS_MIN ? "" : initialsOf(syllables);
  const pinyin = syllables.join("");
  return { word, sound: fuzzyPinyin(pinyin), pinyin, initials };
}

/** Words of a title, and names of two words, without duplicates. */
export function wordsOfTitle(title: string): string[] {
  const words = new Set<string>();
  for (const piece of pieces(normalize(title))) {
    if (piece.kind === "latin" && LATIN_WORD.test(piece.text)) words.add(piece.text);
    if (piece.kind !== "han") continue;
    const cut = cutWords(piece.text);
    cut.forEach((word, at) => {
      if ([...word].length > 1 && hasPinyin(word)) words.add(word);
      const name = word + (cut[at + 1] ?? "");
      const telling = cut[at + 1] !== undefined && !isStopWord(word) && !isStopWord(cut[at + 1] ?? "");
      if (telling && [...name].length <= NAME_LENGTH_MAX && hasPinyin(name)) words.add(name);
    });
  }
  return [...words];
}
