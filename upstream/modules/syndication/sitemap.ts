import { type RawBuilder, sql } from "kysely";
import type { CallData } from "#app/contract/endpoint";
import { type SitemapKind, sitemapKind, type syndicationApi } from "#app/contract/site/syndication";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import type { VersionKey } from "#upstream/db/versions";

type Sitemap = CallData<typeof syndicationApi.sitemap>;

/** Size of an id range per part, so that a part has at most 10,000 entries. */
const PART_IDS = 10_000;

/** Table of a kind, its column with the last change, and the version key of its list. */
function sourceOf(kind: SitemapKind): { table: string; changed: string; key: VersionKey } {
  if (kind === "user") return { table: "users", changed: "created_at", key: "users" };
  if (kind === "zhiku") return { table: "zhiku_contents", changed: "updated_at", key: "zhiku-contents" };
  const { table, changed } = STORED[kind];
  return { table, changed, key: table };
}

/** Version keys that the sitemap depends on: all lists, because it contains the number of parts of each. */
export const SITEMAP_KEYS: VersionKey[] = sitemapKind.options.map((kind) => sourceOf(kind).key);

/** Number of parts of each kind; one statement. */
export async function sitemapParts(db: Db): Promise<Sitemap["parts"]> {
  const newest = (kind: SitemapKind): RawBuilder<number | null> =>
    sql`(select max(id) from ${sql.table(sourceOf(kind).table)}) as ${sql.ref(kind)}`;
  const { rows } = await sql<
    Record<SitemapKind, number | null>
  >`select ${sql.join(sitemapKind.options.map(newest))}`.execute(db);
  return Object.fromEntries(sitemapKind.options.map((kind) => [kind, Math.ceil((rows[0]?.[kind] ?? 0) / PART_IDS)]));
}

/** Entries of one part: ids in (part × 10,000, (part + 1) × 10,000]; one statement. */
export async function sitemapPart(db: Db, kind: SitemapKind, part: number): Promise<Sitemap["list"]> {
  const { table, changed } = sourceOf(kind);
  const { rows } = await sql<{ id: number; changed: string }>`select id, ${sql.ref(changed)} as changed
    from ${sql.table(table)}
    where id > ${part * PART_IDS} and id <= ${(part + 1) * PART_IDS} and deleted_at is null
    order by id`.execute(db);
  return rows.map((row) => ({ id: row.id, updatedAt: row.changed }));
}
