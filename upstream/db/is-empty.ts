import type { Db } from "./dialect";

/** Whether nobody was ever here. */
export async function isEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom("users").select("id").limit(1).executeTakeFirst()) === undefined;
}
