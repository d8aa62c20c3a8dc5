import { createRequire } from "node:module";

type PinyinPro = typeof import("pinyin-pro");
let loaded: PinyinPro | null = null;

/** Loads the dictionary on first use, because it takes about 100 ms and 25 MB of memory. */
function pinyinPro(): PinyinPro {
  loaded ??= createRequire(import.meta.url)("pinyin-pro") as PinyinPro;
  return loaded;
}

const HAN = /^\p{sc=Han}+$/u;

/** Returns the pinyin syllables of Chinese characters without tones; ü is v, as it is typed. */
export function syllablesOf(han: string): string[] {
  return pinyinPro().pinyin(han, { toneType: "none", type: "array", v: true });
}

/** Whether a word has only Chinese characters, and therefore pinyin. */
export const hasPinyin = (word: string): boolean => HAN.test(word);

/** Pinyin without the distinctions that many speakers don't make: zh and z, ing and in. */
export const fuzzyPinyin = (pinyin: string): string => pinyin.replace(/([zcs])h/g, "$1").replace(/ng/g, "n");

/** First letters of syllables: zzbds for 正则表达式. */
export const initialsOf = (syllables: readonly string[]): string => syllables.map((one) => one.charAt(0)).join("");
