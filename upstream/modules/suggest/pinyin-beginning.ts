import { initialsOf, syllablesOf } from "#upstream/services/search/pinyin";

/** Maximum number of names whose pinyin is cached in this process. */
const REMEMBERED = 20_000;
const HAN = /\p{sc=Han}/u;
/** Input that may be pinyin. */
const PINYIN = /^[a-z' ]+$/i;

type Sound = { pinyin: string; initials: string };
const sounds = new Map<string, Sound>();

/**
 * Reads what may be the beginning of pinyin or its initials (shuju, sjk).
 * @returns whether a Chinese name begins like that; null if this is no pinyin
 */
export function readPinyin(typed: string): ((name: string) => boolean) | null {
  if (!PINYIN.test(typed)) return null;
  const letters = typed.toLowerCase().replace(/[' ]/g, "");
  return (name) => {
    if (!HAN.test(name)) return false;
    const { pinyin, initials } = pinyinOf(name);
    return pinyin.startsWith(letters) || initials.startsWith(letters);
  };
}

function pinyinOf(name: string): Sound {
  const known = sounds.get(name);
  if (known) return known;
  const syllables = syllablesOf(name.toLowerCase());
  const sound = { pinyin: syllables.join(""), initials: initialsOf(syllables) };
  if (sounds.size >= REMEMBERED) sounds.clear();
  sounds.set(name, sound);
  return sound;
}
