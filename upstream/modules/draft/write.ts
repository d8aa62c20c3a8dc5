import type { Db } from "../../db/dialect";

/** Forgets the drafts of something: it was published, or thrown away. */
export async function removeDrafts(trx: Db, userId: number, target: string): Promise<void> {
  await trx.deleteFrom("drafts").where("user_id", "=", userId).where("target", "=", target).execute();
}
