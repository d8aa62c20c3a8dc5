import { sql } from "kysely";
import { type KindWith, kindsWith } from "#app/contract/kinds";
import type { Db } from "#upstream/db/dialect";
import type { CounterOfKind } from "#upstream/db/schema/users";
import { STORED } from "#upstream/db/stored-kinds";
import type { ListKey, Window } from "./site-lists";

/** A table whose rows are the entries of a person's list, ordered newest first by (`time`, `item`). */
type Source = { table: string; owner: string; item: string; time: "created_at" | "read_at"; live?: string };

const notDeleted = (table: string, item: string) =>
  `exists (select 1 from ${table} t where t.id = ${item} and t.deleted_at is null)`;
const written = (table: string, owner = "author_id"): Source => ({
  table,
  owner,
  item: "id",
  time: "created_at",
  live: "deleted_at is null",
});
const favorite = (kind: KindWith<"favoritable">): Source => ({
  table: "favorites",
  owner: "user_id",
  item: "target_id",
  time: "created_at",
  live: `target_kind = '${kind}' and ${notDeleted(STORED[kind].table, "favorites.target_id")}`,
});

const LISTS_OF_KINDS = Object.fromEntries([
  ...kindsWith("owned").map((kind) => [`${kind}_count`, written(STORED[kind].table)]),
  ...kindsWith("favoritable").map((kind) => [`${kind}_favorite_count`, favorite(kind)]),
]) as Record<CounterOfKind, Source>;

/** Lists that belong to a person. Each is named after the counter of that person that stores its total. */
export const OWN_LISTS = {
  ...LISTS_OF_KINDS,
  received_count: written("comments", "receiver_id"),
  follow_count: { table: "user_follows", owner: "follower_id", item: "followed_id", time: "created_at" },
  fans_count: { table: "user_follows", owner: "followed_id", item: "follower_id", time: "created_at" },
  follow_question_count: {
    table: "question_follows",
    owner: "user_id",
    item: "question_id",
    time: "created_at",
    live: notDeleted("questions", "question_follows.question_id"),
  },
  zhiku_favorite_count: {
    table: "zhiku_favorites",
    owner: "user_id",
    item: "content_id",
    time: "created_at",
    live: notDeleted("zhiku_contents", "zhiku_favorites.content_id"),
  },
  zhiku_reading_count: {
    table: "zhiku_readings",
    owner: "user_id",
    item: "content_id",
    time: "read_at",
    live: notDeleted("zhiku_contents", "zhiku_readings.content_id"),
  },
} satisfies Record<string, Source>;

export type OwnList = keyof typeof OWN_LISTS;

/** Names of all lists that belong to a person. */
export const OWN_LIST_NAMES = Object.keys(OWN_LISTS) as OwnList[];

/** SQL condition that selects the rows of one person's list. */
export function entriesOf(list: OwnList, userId: number) {
  const { table, owner, item, time, live = "1 = 1" }: Source = OWN_LISTS[list];
  return {
    table: sql.table(table),
    time: sql.ref<string>(time),
    item: sql.ref<number>(item),
    are: sql<boolean>`${sql.ref(owner)} = ${userId} and ${sql.raw(live)}`,
  };
}

/** Key that is newer than any entry: the top of a list. */
const TOP: ListKey = { createdAt: "~", id: Number.MAX_SAFE_INTEGER };

/** Start of a page of a person's list: `offset` entries after `from`; see own-list-anchors.ts. */
export type OwnWindow = Window & { from: ListKey };

/**
 * Finds the start of a page of a person's list; one statement. A closed account's lists are empty. Pages count from 1.
 * @param shown condition on the person (`u`); if it is false, the list is empty
 */
export async function locateOwn(
  db: Db,
  list: OwnList,
  { userId, page, pageSize }: { userId: number; page: number; pageSize: number },
  shown = sql<boolean>`1 = 1`,
): Promise<OwnWindow> {
  const skipped = (page - 1) * pageSize;
  const total = sql.ref<number>(`u.${list}`);
  const row = await db
    .selectFrom("users as u")
    .leftJoin("own_list_anchors as a", (join) =>
      join
        .onRef("a.owner_id", "=", "u.id")
        .on("a.list", "=", list)
        .on(
          "a.ordinal",
          "=",
          sql<number>`(select min(b.ordinal) from own_list_anchors b
            where b.owner_id = u.id and b.list = ${list} and b.ordinal >= ${total} - ${skipped})`,
        ),
    )
    .select([total.as("total"), "a.created_at", "a.item_id", "a.ordinal"])
    .where("u.id", "=", userId)
    .where("u.deleted_at", "is", null)
    .where(shown)
    .limit(1)
    .executeTakeFirst();
  const limit = Math.max(0, Math.min(pageSize, (row?.total ?? 0) - skipped));
  if (!row || limit === 0) return { total: row?.total ?? 0, from: TOP, offset: 0, limit: 0 };
  if (row.created_at === null || row.item_id === null || row.ordinal === null) {
    return { total: row.total, from: TOP, offset: skipped, limit };
  }
  const from = { createdAt: row.created_at, id: row.item_id };
  return { total: row.total, from, offset: row.ordinal - (row.total - skipped), limit };
}

/** SQL condition "at or before this key", for the columns of a list's order. */
export const fromOwnKey = (time: string, item: string, { createdAt, id }: ListKey) =>
  sql<boolean>`(${sql.ref(time)}, ${sql.ref(item)}) <= (${createdAt}, ${id})`;
