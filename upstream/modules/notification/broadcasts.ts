import { sql } from "kysely";
import type { Db } from "#upstream/db/dialect";
import type { EventRow } from "./queries";

/** Maximum number of messages considered. */
const SHOWN_MAX = 200;

/** Version key of the messages to everybody. */
export const BROADCASTS_KEY = "broadcasts";

/** Messages to everybody since somebody joined, newest first, as events for the lists; their ids are negative. */
export async function broadcastsTo(db: Db, userId: number): Promise<EventRow[]> {
  const rows = await db
    .selectFrom("messages as m")
    .innerJoin("users as u", (join) => join.on("u.id", "=", userId))
    .select(["m.id", "m.title", "m.text", "m.path", "m.sent_at", "m.sent_no", "u.broadcast_read"])
    .where("m.audience", "=", sql.lit("all"))
    .where("m.state", "=", sql.lit("sent"))
    .whereRef("m.sent_at", ">=", "u.created_at")
    .orderBy("m.sent_no", "desc")
    .limit(SHOWN_MAX)
    .execute();
  return rows.map(({ id, title, text, path, sent_at, sent_no, broadcast_read }) => ({
    id: -id,
    verb: "system",
    actor_id: 0,
    target_kind: "page",
    target_id: id,
    source_kind: "",
    source_id: 0,
    group_key: `message/${id}`,
    title,
    excerpt: text,
    path,
    created_at: sent_at ?? "",
    read_at: (sent_no ?? 0) <= broadcast_read ? sent_at : null,
  }));
}

/**
 * Marks messages to everybody as read: all that were sent by a time, or a message and the earlier ones, because only the
 * latest that was read is stored.
 * @returns whether any was unread
 */
export async function readBroadcasts(trx: Db, userId: number, until: { time: string } | { message: number }) {
  let read = trx
    .selectFrom("messages")
    .select((eb) => eb.fn.max("sent_no").as("newest"))
    .where("audience", "=", sql.lit("all"))
    .where("state", "=", sql.lit("sent"));
  read = "message" in until ? read.where("id", "=", until.message) : read.where("sent_at", "<=", until.time);
  const { newest } = await read.executeTakeFirstOrThrow();
  if (newest === null) return false;
  const { numUpdatedRows } = await trx
    .updateTable("users")
    .set({ broadcast_read: Number(newest) })
    .where("id", "=", userId)
    .where("broadcast_read", "<", Number(newest))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
