import type { Db } from "#upstream/db/dialect";
import { readPinyin } from "./pinyin-beginning";

/** Maximum number of people scanned, most followed first. */
const LOOKED_THROUGH = 2_000;

/** Ids of the people whose Chinese name starts with this in pinyin (linzhi, lzy), most followed first. */
export async function peopleByPinyin(db: Db, typed: string): Promise<number[]> {
  const sounds = readPinyin(typed);
  if (!sounds) return [];
  const people = await db
    .selectFrom("users")
    .select(["id", "nickname"])
    .where("deleted_at", "is", null)
    .orderBy("fans_count", "desc")
    .orderBy("id")
    .limit(LOOKED_THROUGH)
    .execute();
  return people.filter(({ nickname }) => sounds(nickname)).map(({ id }) => id);
}
