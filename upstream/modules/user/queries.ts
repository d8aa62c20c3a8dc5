import { kindsWith } from "#app/contract/kinds";
import { compiledQuery } from "#upstream/db/compiled-query";
import type { Db } from "#upstream/db/dialect";
import { AUTHOR_COLUMNS } from "#upstream/modules/author/author";

const baseInfo = compiledQuery((db, { id }: { id: number }) =>
  db
    .selectFrom("users as u")
    .select([
      ...AUTHOR_COLUMNS,
      "u.bio",
      "u.company",
      "u.city",
      "u.created_at",
      ...kindsWith("owned").map((kind) => `u.${kind}_count` as const),
      "u.follow_count",
      "u.fans_count",
      "u.follow_question_count",
      ...kindsWith("favoritable").map((kind) => `u.${kind}_favorite_count` as const),
      "u.liked_count",
      "u.collections_private",
    ])
    .where("u.id", "=", id)
    .where("u.deleted_at", "is", null),
);

/** Public data of a person; undefined if there is none or the account is closed. */
export const findBaseInfo = async (db: Db, id: number) => (await baseInfo(db, { id })).at(0);

/** Whether an account existed and is closed. */
export const isClosed = async (db: Db, id: number): Promise<boolean> =>
  (await db
    .selectFrom("users")
    .select("id")
    .where("id", "=", id)
    .where("deleted_at", "is not", null)
    .executeTakeFirst()) !== undefined;

const account = compiledQuery((db, { id }: { id: number }) =>
  db
    .selectFrom("users as u")
    .leftJoin("identities as i", (join) => join.onRef("i.user_id", "=", "u.id").on("i.provider", "=", "wechat"))
    .select([...AUTHOR_COLUMNS, "u.bio", "u.company", "u.city", "u.phone", "u.password_hash", "u.collections_private"])
    .select(["u.registration_pending", "i.nickname as weixin_nickname"])
    .select((eb) =>
      eb.selectFrom("staff").select("role").whereRef("staff.user_id", "=", "u.id").limit(1).as("staff_role"),
    )
    .where("u.id", "=", id)
    .where("u.deleted_at", "is", null),
);

/** A person's account as they see it, for the header and the profile form; undefined if it is closed. */
export const findAccount = async (db: Db, id: number) => (await account(db, { id })).at(0);

/** Whether one person follows another; one statement. */
export async function isFollowing(db: Db, followerId: number, followedId: number): Promise<boolean> {
  const row = await db
    .selectFrom("user_follows")
    .select("followed_id")
    .where("follower_id", "=", followerId)
    .where("followed_id", "=", followedId)
    .executeTakeFirst();
  return row !== undefined;
}
