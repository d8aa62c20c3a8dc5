import type { Db } from "#upstream/db/dialect";
import { tagsInUse } from "#upstream/modules/content/tags-in-use";
import { readPinyin } from "./pinyin-beginning";

/** Maximum number of tags scanned, most used first. */
const LOOKED_THROUGH = 2_000;

/** Chinese tags whose pinyin starts with this (shuju, sjk), most used first. */
export async function tagsByPinyin(db: Db, typed: string): Promise<{ name: string; total: number }[]> {
  const sounds = readPinyin(typed);
  return sounds ? (await tagsInUse(db, LOOKED_THROUGH)).filter(({ name }) => sounds(name)) : [];
}
