import { sql } from "kysely";
import type { CallData } from "#app/contract/endpoint";
import type { KindWith } from "#app/contract/kinds";
import type { syndicationApi } from "#app/contract/site/syndication";
import type { Db } from "#upstream/db/dialect";
import { findPage } from "#upstream/db/lists/site-lists";
import { STORED } from "#upstream/db/stored-kinds";
import { AUTHOR_COLUMNS, authorView } from "#upstream/modules/author/author";
import { taggedIds } from "#upstream/modules/content/taggings";

/** An entry of the Atom feeds. */
export type FeedEntry = CallData<typeof syndicationApi.feed>[number];
type Kind = KindWith<"syndicated">;

const ENTRIES_MAX = 30;

/** Filter: entries of one person, with a tag, or in a classification. */
type Of = { userId?: number | undefined; tag?: string | undefined; classificationId?: number | undefined };

/** The newest articles and questions with their texts, filtered by person, tag or classification. */
export async function newestEntries(db: Db, kinds: readonly Kind[], of: Of): Promise<FeedEntry[]> {
  const lists = await Promise.all(kinds.map((kind) => newestOf(db, kind, of)));
  return lists
    .flat()
    .sort((a, b) => (a.createdAt === b.createdAt ? b.id - a.id : a.createdAt < b.createdAt ? 1 : -1))
    .slice(0, ENTRIES_MAX);
}

async function newestOf(db: Db, kind: Kind, { userId, tag, classificationId }: Of): Promise<FeedEntry[]> {
  const tagged = tag === undefined ? null : await newestTagged(db, kind, tag);
  if (tagged?.length === 0) return [];
  let query = db
    .selectFrom(db.dynamic.table(STORED[kind].table).as("i"))
    .innerJoin("users as u", "u.id", "i.author_id")
    .select(["i.id", "i.title", "i.content_html", "i.ai_generated", "i.created_at", "i.updated_at", ...AUTHOR_COLUMNS])
    .where("i.deleted_at", "is", null)
    .orderBy("i.created_at", "desc")
    .orderBy("i.id", "desc")
    .limit(ENTRIES_MAX);
  if (userId !== undefined) query = query.where("i.author_id", "=", userId);
  if (tagged) query = query.where("i.id", "in", tagged);
  if (classificationId !== undefined) query = query.where(sql<boolean>`i.classification_id = ${classificationId}`);
  const rows = await query.execute();
  return rows.map((row) => ({
    kind,
    id: row.id,
    title: row.title,
    contentHtml: row.content_html,
    aiGenerated: row.ai_generated === 1,
    author: authorView(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }));
}

async function newestTagged(db: Db, kind: Kind, tag: string): Promise<number[]> {
  return taggedIds(db, { kind, tag }, await findPage(db, `${kind}/tag/${tag}`, 1, ENTRIES_MAX));
}
