import type { Db } from "#upstream/db/dialect";

/** Way in which a right was granted. */
export type RightSource = "order" | "redeem" | "operator";

/** Times and category of a right. */
export type Running = { id: number; user_id: number; category_id: number | null; from_at: string; until_at: string };

/** An active or upcoming right. */
export type UnendedRight = Running & { source: RightSource };

/** Active and upcoming rights of a person, those that start earlier first. */
export const unendedRights = (trx: Db, userId: number, now: string): Promise<UnendedRight[]> =>
  trx
    .selectFrom("zhiku_rights")
    .select(["id", "user_id", "category_id", "from_at", "until_at", "source"])
    .where("user_id", "=", userId)
    .where("until_at", ">", now)
    .orderBy("from_at")
    .orderBy("id")
    .execute();

/** The later of two times. */
export const later = (one: string, other: string): string => (other > one ? other : one);
