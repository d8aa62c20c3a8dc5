import type { Db } from "#upstream/db/dialect";

/**
 * Marks an event and those that are shown in one notification with it (`groupEvents`) as read, at a time (ISO 8601).
 * @returns whether any was unread
 */
export async function readGroup(trx: Db, userId: number, id: number, now: string): Promise<boolean> {
  const event = await trx
    .selectFrom("news")
    .select(["kind", "group_key"])
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (!event) return false;
  const { numUpdatedRows } = await trx
    .updateTable("news")
    .set({ read_at: now })
    .where("user_id", "=", userId)
    .where("kind", "=", event.kind)
    .where("group_key", "=", event.group_key)
    .where("hidden_at", "is", null)
    .where("read_at", "is", null)
    .where("visible_at", "<=", now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
