import type { Db } from "#upstream/db/dialect";
import { fromOwnKey, locateOwn } from "#upstream/db/lists/own-lists";
import { PERSON_COLUMNS } from "#upstream/modules/author/person";

type Query = { userId: number; page: number; pageSize: number };

/** The two sides of a follow: the list's owner, and the person in it. */
const SIDES = {
  fans: { owner: "followed_id", member: "follower_id", list: "fans_count" },
  followed: { owner: "follower_id", member: "followed_id", list: "follow_count" },
} as const;

/** One page of somebody's followers, or of the people they follow; last added first. */
export async function listPeople(db: Db, side: keyof typeof SIDES, { userId, page, pageSize }: Query) {
  const { owner, member, list } = SIDES[side];
  const { total, from, limit, offset } = await locateOwn(db, list, { userId, page, pageSize });
  if (limit === 0) return { total, rows: [] };
  const rows = await db
    .selectFrom("user_follows as f")
    .innerJoin("users as u", "u.id", `f.${member}`)
    .select(PERSON_COLUMNS)
    .where(`f.${owner}`, "=", userId)
    .where(fromOwnKey("f.created_at", `f.${member}`, from))
    .orderBy("f.created_at", "desc")
    .orderBy(`f.${member}`, "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  return { total, rows };
}
