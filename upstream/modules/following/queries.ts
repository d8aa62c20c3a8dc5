import { sql } from "kysely";
import { hasTrait, type KindWith, kindsWith } from "#app/contract/kinds";
import type { FollowedItem } from "#app/contract/reading/following";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import { isDisused } from "#upstream/modules/content/taggings";

/** Maximum number of entries scanned per source for one page, so that following few people costs no more. */
const LOOKED_THROUGH = 2000;

/** Position of an entry in the order: newest first, then by id and kind. */
export type FollowedPosition = { created_at: string; item_id: number; kind: FollowedItem["kind"] | "case" };
/** @param kinds those in the feed that the site has */
type FollowedPage = {
  userId: number;
  after: FollowedPosition | null;
  limit: number;
  kinds: readonly KindWith<"inFeed">[];
};

/** Compares positions in feed order. */
const inFeedOrder = (a: FollowedPosition, b: FollowedPosition): number => {
  if (a.created_at !== b.created_at) return a.created_at > b.created_at ? -1 : 1;
  if (a.item_id !== b.item_id) return b.item_id - a.item_id;
  return a.kind > b.kind ? -1 : Number(a.kind !== b.kind);
};

/**
 * The next entries of what somebody follows, and the position to continue from; null at the end. One statement, plus
 * one if a source has less than a page among the scanned entries.
 */
export async function findFollowed(
  db: Db,
  { userId, after, limit, kinds }: FollowedPage,
): Promise<{ entries: FollowedPosition[]; next: FollowedPosition | null }> {
  const wanted = limit + 1;
  const looked = [posts(after, kinds), answers(after)] as const;
  const { rows } = await sql<FollowedPosition>`select * from (${ofPosts(looked[0], userId, wanted)}) p
    union all select * from (${ofAnswers(looked[1], userId, wanted)}) a`.execute(db);
  const answered = rows.filter(({ kind }) => kind === "answer").length;
  const isShort = [rows.length - answered < wanted, answered < wanted] as const;
  const short = looked.filter((_, index) => isShort[index]);
  // Beyond the end of a source's scanned range, entries of another source would come too early.
  const [end = null] = (await endsOf(db, short)).sort(inFeedOrder);
  const entries = rows.filter((one) => end === null || inFeedOrder(one, end) <= 0).sort(inFeedOrder);
  const page = entries.slice(0, limit);
  return { entries: page, next: entries.length > limit ? (page.at(-1) ?? null) : end };
}

/** Feed entries to scan. */
function posts(after: FollowedPosition | null, kinds: FollowedPage["kinds"]) {
  const behind = after
    ? sql`(created_at, item_id, kind) < (${after.created_at}, ${after.item_id}, ${after.kind})`
    : sql`1 = 1`;
  return sql`select kind, item_id, created_at, 0 as author_id from feed_entries where ${behind} and kind in (${sql.join(kinds)})
    order by created_at desc, item_id desc, kind desc limit ${sql.lit(LOOKED_THROUGH)}`;
}

/** Answers to scan. */
function answers(after: FollowedPosition | null) {
  const behind = !after
    ? sql`1 = 1`
    : after.kind > "answer"
      ? sql`(created_at, id) <= (${after.created_at}, ${after.item_id})`
      : sql`(created_at, id) < (${after.created_at}, ${after.item_id})`;
  return sql`select 'answer' as kind, id as item_id, created_at, author_id from answers
    where deleted_at is null and ${behind} order by created_at desc, id desc limit ${sql.lit(LOOKED_THROUGH)}`;
}

/** Selects posts of followed people, or with a followed tag. */
function ofPosts(looked: ReturnType<typeof posts>, userId: number, limit: number) {
  const by = (kind: string, table: string) => sql`exists (select 1 from ${sql.table(table)} x
    join user_follows u on u.followed_id = x.author_id and u.follower_id = ${userId}
    where f.kind = ${sql.lit(kind)} and x.id = f.item_id)`;
  const authored = kindsWith("inFeed").flatMap((kind) =>
    hasTrait(kind, "owned") ? [by(kind, STORED[kind].table)] : [],
  );
  // Following a merged tag means following its target; one that no text carries any more, its other spellings.
  const tagged = sql`exists (select 1 from taggings t
    join tag_follows g on g.user_id = ${userId}
    join tags n on n.name = g.tag
    where t.kind = f.kind and t.item_id = f.item_id
      and (t.tag = coalesce(n.alias_of, n.name) or (${isDisused("n")} and lower(t.tag) = lower(n.name))))`;
  return sql`select f.kind, f.item_id, f.created_at from (${looked}) f
    where ${sql.join(authored, sql` or `)} or (f.kind in (${sql.join(kindsWith("tagged").map((kind) => sql.lit(kind)))}) and ${tagged})
    order by f.created_at desc, f.item_id desc, f.kind desc limit ${sql.lit(limit)}`;
}

/** Answers of followed people. */
const ofAnswers = (looked: ReturnType<typeof answers>, userId: number, limit: number) =>
  sql`select f.kind, f.item_id, f.created_at from (${looked}) f
    where exists (select 1 from user_follows u where u.follower_id = ${userId} and u.followed_id = f.author_id)
    order by f.created_at desc, f.item_id desc limit ${sql.lit(limit)}`;

/** Last scanned positions of the sources that were not scanned to their end. */
async function endsOf(db: Db, looked: readonly ReturnType<typeof posts>[]): Promise<FollowedPosition[]> {
  if (looked.length === 0) return [];
  const ends = looked.map(
    (one, index) => sql`select * from (select kind, item_id, created_at from (${one}) f
      order by created_at desc, item_id desc, kind desc limit 1 offset ${sql.lit(LOOKED_THROUGH - 1)}) ${sql.raw(`e${index}`)}`,
  );
  return (await sql<FollowedPosition>`${sql.join(ends, sql` union all `)}`.execute(db)).rows;
}

/** Names under which somebody follows a tag: its own, its synonyms, and spellings that no text carries any more. */
export async function followedNames(db: Db, userId: number, tag: string): Promise<string[]> {
  const rows = await db
    .selectFrom("tag_follows as g")
    .innerJoin("tags as n", "n.name", "g.tag")
    .select("g.tag")
    .where("g.user_id", "=", userId)
    .where((eb) =>
      eb.or([
        eb("n.name", "=", tag),
        eb("n.alias_of", "=", tag),
        eb.and([isDisused("n"), sql<boolean>`lower(n.name) = lower(${tag})`]),
      ]),
    )
    .execute();
  return rows.map((row) => row.tag);
}
