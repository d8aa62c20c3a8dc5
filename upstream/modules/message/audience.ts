import { type SelectQueryBuilder, sql } from "kysely";
import type { Db } from "#upstream/db/dialect";
import type { Database } from "#upstream/db/schema";
import { fromJson } from "#upstream/db/schema/columns";
import type { MessageRow } from "./queries";

/** Audience of a message, as columns of its row. */
export type Audience = Pick<MessageRow, "audience" | "category_id" | "member_ids">;

/**
 * Number of members that a message would reach. @param at ISO 8601 time at which rights must be active @param upwards
 * from the category tree
 */
export async function countRecipients(db: Db, audience: Audience, at: string, upwards: Upwards): Promise<number> {
  const { total } = await members(db, audience, at, upwards)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Ids of the next recipients, in order. */
export async function nextRecipients(
  db: Db,
  message: Audience & Pick<MessageRow, "position">,
  { at, upwards, limit }: { at: string; upwards: Upwards; limit: number },
): Promise<number[]> {
  const rows = await members(db, message, at, upwards)
    .select("u.id")
    .where("u.id", ">", message.position)
    .orderBy("u.id")
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Returns a category and all its ancestors. */
type Upwards = (categoryId: number) => readonly number[];

function members(
  db: Db,
  { audience, category_id, member_ids }: Audience,
  at: string,
  upwards: Upwards,
): SelectQueryBuilder<Database & { u: Database["users"] }, "u", object> {
  const open = db.selectFrom("users as u").where("u.deleted_at", "is", null);
  if (audience === "all") return open;
  if (audience === "members") {
    // Our own numeric ids from JSON, inlined because there may be thousands.
    const ids = fromJson<number[]>(member_ids).map((id) => sql.lit(id));
    return ids.length ? open.where(sql<boolean>`u.id in (${sql.join(ids)})`) : open.where(sql<boolean>`1 = 0`);
  }
  return open.where((eb) => {
    const running = eb
      .selectFrom("zhiku_rights as r")
      .select("r.id")
      .whereRef("r.user_id", "=", "u.id")
      .where("r.from_at", "<=", at)
      .where("r.until_at", ">", at);
    if (category_id === null) return eb.exists(running);
    const opening = upwards(category_id);
    return eb.exists(
      running.where((right) =>
        right.or([
          right("r.category_id", "is", null),
          ...(opening.length ? [right("r.category_id", "in", opening)] : []),
        ]),
      ),
    );
  });
}
