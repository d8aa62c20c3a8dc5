import type { Db } from "../../db/dialect";
import { AUTHOR_COLUMNS } from "../user/author";

type Query = { userId: number; page: number; pageSize: number };

/** Either side of a follow: whose list it is, and who stands in it. */
const SIDES = {
  fans: { owner: "followed_id", member: "follower_id", total: "fans_count" },
  followed: { owner: "follower_id", member: "followed_id", total: "follow_count" },
} as const;

/** One page of somebody's fans, or of the people whom they follow; the last to be added first. */
export async function listPeople(db: Db, side: keyof typeof SIDES, { userId, page, pageSize }: Query) {
  const { owner, member, total } = SIDES[side];
  const user = await db
    .selectFrom("users")
    .select(`${total} as total`)
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!user) return { total: 0, rows: [] };
  const rows = await db
    .selectFrom("user_follows as f")
    .innerJoin("users as u", "u.id", `f.${member}`)
    .select(["u.answer_count", "u.article_count", "u.fans_count", ...AUTHOR_COLUMNS])
    .where(`f.${owner}`, "=", userId)
    .orderBy("f.created_at", "desc")
    .orderBy(`f.${member}`, "desc")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { total: user.total, rows };
}
