import { randomUUID } from "node:crypto";
import type { Db } from "./dialect";

/** Setting that tells the site of these data from every other one. */
const KEY = "instance";

/** The site that a database belongs to. */
export type Instance = {
  /** Random id, the same in all its processes and after a move to another database; a restored copy gets its own. */
  id: string;
  /** Whether it was restored from a backup and has not taken over since: the original may still be running. */
  isRestored: boolean;
};

/** The site of a database; one of an earlier build gets its id now. */
export async function instanceOf(db: Db): Promise<Instance> {
  const known = await stored(db);
  if (known) return known;
  await db
    .insertInto("site_settings")
    .values(rowOf({ id: randomUUID(), isRestored: false }))
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  const created = await stored(db);
  if (!created) throw new Error("the id of this site was not stored");
  return created;
}

/** Gives restored data an id of their own, as those of a site that has not taken over. */
export async function markRestored(db: Db): Promise<void> {
  const row = rowOf({ id: randomUUID(), isRestored: true });
  await db
    .insertInto("site_settings")
    .values(row)
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value: row.value }))
    .execute();
}

/** Stores that a restored site has taken the place of the original. */
export async function endRestored(db: Db): Promise<void> {
  const { id } = await instanceOf(db);
  const { value } = rowOf({ id, isRestored: false });
  await db.updateTable("site_settings").set({ value }).where("key", "=", KEY).execute();
}

/** Whether a database was restored, and its site has not taken over since. */
export const isRestored = async (db: Db): Promise<boolean> => (await stored(db))?.isRestored ?? false;

const rowOf = (instance: Instance) => ({ key: KEY, value: JSON.stringify(instance) });

async function stored(db: Db): Promise<Instance | null> {
  const row = await db.selectFrom("site_settings").select("value").where("key", "=", KEY).executeTakeFirst();
  return row ? (JSON.parse(row.value) as Instance) : null;
}
