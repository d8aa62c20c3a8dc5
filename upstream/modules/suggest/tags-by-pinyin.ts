import type { Db } from "#upstream/db/dialect";
import { tagsInUse } from "#upstream/modules/content/tags-in-use";
import { initialsOf, syllablesOf } from "#upstream/services/search/pinyin";

/** Maximum number of tags scanned, most used first. */
const LOOKED_THROUGH = 2_000;
/** Maximum number of tags whose pinyin is cached in this process. */
const REMEMBERED = 10_000;
const HAN = /\p{sc=Han}/u;
/** Input that may be pinyin. */
const PINYIN = /^[a-z' ]+$/i;

type Sound = { pinyin: string; initials: string };
const sounds = new Map<string, Sound>();

/** Chinese tags whose pinyin starts with this (shuju, sjk), most used first. */
export async function tagsByPinyin(db: Db, typed: string): Promise<{ name: string; total: number }[]> {
  if (!PINYIN.test(typed)) return [];
  const letters = typed.toLowerCase().replace(/[' ]/g, "");
  const tags = await tagsInUse(db, LOOKED_THROUGH);
  return tags.filter(({ name }) => {
    if (!HAN.test(name)) return false;
    const { pinyin, initials } = fuzzyPinyin(name);
    return pinyin.startsWith(letters) || initials.startsWith(letters);
  });
}

function fuzzyPinyin(name: string): Sound {
  const known = sounds.get(name);
  if (known) return known;
  const syllables = syllablesOf(name.toLowerCase());
  const sound = { pinyin: syllables.join(""), initials: initialsOf(syllables) };
  if (sounds.size >= REMEMBERED) sounds.clear();
  sounds.set(name, sound);
  return sound;
}
