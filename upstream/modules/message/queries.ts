import type { Selectable } from "kysely";
import type { Db } from "#upstream/db/dialect";
import type { MessagesTable } from "#upstream/db/schema/messages";

/** Row of a message. */
export type MessageRow = Selectable<MessagesTable>;

/** Messages with their authors. */
export const messagesWithAuthors = (db: Db) =>
  db
    .selectFrom("messages as m")
    .innerJoin("users as u", "u.id", "m.created_by")
    .selectAll("m")
    .select("u.nickname as author");

/** A message by id. */
export const findMessage = (db: Db, id: number): Promise<MessageRow | undefined> =>
  db.selectFrom("messages").selectAll().where("id", "=", id).executeTakeFirst();
