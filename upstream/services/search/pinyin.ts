import { createRequire } from "node:module";

type PinyinPro = typeof import("pinyin-pro");
let loaded: PinyinPro | null = null;

/** The dictionary of readings takes some 100 ms and 25 MB to load, so it waits for the first use. */
function pinyinPro(): PinyinPro {
  loaded ??= createRequire(import.meta.url)("pinyin-pro") as PinyinPro;
  return loaded;
}

const HAN = /^\p{sc=Han}+$/u;

/** The syllables of Chinese characters without tones, one each; ü is v, as it is typed. */
export function syllablesOf(han: string): string[] {
  return pinyinPro().pinyin(han, { toneType: "none", type: "array", v: true });
}

/** Whether a word has Chinese characters alone, and so a sound. */
export const hasPinyin = (word: string): boolean => HAN.test(word);

/** Pinyin as it sounds to whoever does not tell zh from z, or ing from in. */
export const fuzzyPinyin = (pinyin: string): string => pinyin.replace(/([zcs])h/g, "$1").replace(/ng/g, "n");

/** First letters of syllables: zzbds for 正则表达式. */
export const initialsOf = (syllables: readonly string[]): string => syllables.map((one) => one.charAt(0)).join("");
