import { type RawBuilder, sql } from "kysely";
import type { CallData } from "#app/contract/endpoint";
import type { extApi } from "#app/contract/ext";
import type { Db } from "#upstream/db/dialect";
import type { VersionKey } from "#upstream/db/versions";

type Sitemap = CallData<typeof extApi.sitemap>;

/** Ids in one part, so that a part never has more than 10,000 entries. */
const PART_IDS = 10_000;

/** The table of each kind, the column that tells its last change, and the list that changes with it. */
const SOURCES = {
  question: { table: "questions", changed: "updated_at", key: "questions" },
  article: { table: "articles", changed: "updated_at", key: "articles" },
  case: { table: "cases", changed: "updated_at", key: "cases" },
  activity: { table: "activities", changed: "created_at", key: "activities" },
  announcement: { table: "announcements", changed: "created_at", key: "announcements" },
  user: { table: "users", changed: "created_at", key: "users" },
  zhiku: { table: "zhiku_contents", changed: "updated_at", key: "zhiku-contents" },
} as const;
/** Kinds of pages that the sitemap lists. */
export type SitemapKind = keyof typeof SOURCES;
const KINDS = Object.keys(SOURCES) as SitemapKind[];

/** Entries that a sitemap is made from: all lists, because it says how many parts each has. */
export const SITEMAP_KEYS: VersionKey[] = KINDS.map((kind) => SOURCES[kind].key);

/** How many parts each kind has; one statement. */
export async function sitemapParts(db: Db): Promise<Sitemap["parts"]> {
  const newest = (kind: SitemapKind): RawBuilder<number | null> =>
    sql`(select max(id) from ${sql.table(SOURCES[kind].table)}) as ${sql.ref(kind)}`;
  const { rows } = await sql<Record<SitemapKind, number | null>>`select ${sql.join(KINDS.map(newest))}`.execute(db);
  return Object.fromEntries(KINDS.map((kind) => [kind, Math.ceil((rows[0]?.[kind] ?? 0) / PART_IDS)]));
}

/** The entries of one part: those with ids in (part × 10,000, (part + 1) × 10,000]; one statement. */
export async function sitemapPart(db: Db, kind: SitemapKind, part: number): Promise<Sitemap["list"]> {
  const { table, changed } = SOURCES[kind];
  const { rows } = await sql<{ id: number; changed: string }>`select id, ${sql.ref(changed)} as changed
    from ${sql.table(table)}
    where id > ${part * PART_IDS} and id <= ${(part + 1) * PART_IDS} and deleted_at is null
    order by id`.execute(db);
  return rows.map((row) => ({ id: row.id, updatedAt: row.changed }));
}
