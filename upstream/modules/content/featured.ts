import { sql } from "kysely";
import type { PlacedKind } from "#app/contract/admin/content/placed-kinds";

import type { Db } from "#upstream/db/dialect";
import type { Bit } from "#upstream/db/schema/columns";
import { STORED } from "#upstream/db/stored-kinds";

/** Flags of a row as lists and pages show them; only lists report what is pinned. */
export const placedView = ({ featured, pinned }: { featured: Bit; pinned?: boolean }) => ({
  featured: featured === 1,
  ...(pinned ? { pinned } : {}),
});

type FeaturedQuery = {
  page: number;
  pageSize: number;
  classificationId?: number | undefined;
  tag?: string | undefined;
};

/**
 * One page of a kind's featured things, newest first; two statements. They are counted on the fly, since staff pick
 * them by hand and there are few.
 */
export async function featuredPage(
  db: Db,
  kind: PlacedKind,
  { page, pageSize, classificationId, tag }: FeaturedQuery,
): Promise<{ total: number; ids: number[] }> {
  // Written exactly like the condition of the partial index, so that it is used.
  const featured = sql`from ${sql.table(STORED[kind].table)} as f where featured = 1 and deleted_at is null
    ${classificationId === undefined ? sql`` : sql`and classification_id = ${classificationId}`}
    ${tag === undefined ? sql`` : sql`and ${hasTag(kind, tag)}`}`;
  const counted = await sql<{ total: number }>`select count(*) as total ${featured}`.execute(db);
  const { rows } = await sql<{ id: number }>`select id ${featured}
    order by created_at desc, id desc limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  return { total: Number(counted.rows[0]?.total ?? 0), ids: rows.map(({ id }) => id) };
}

/** SQL condition: a row `f` has a tag; one look into the key of the taggings. */
const hasTag = (kind: PlacedKind, tag: string) =>
  sql`exists (select 1 from taggings as g where g.kind = ${kind} and g.tag = ${tag}
    and g.created_at = f.created_at and g.item_id = f.id)`;
