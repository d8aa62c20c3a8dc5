import { sql } from "kysely";
import { hasTrait, kindsWith } from "#app/contract/kinds";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import { nameKey } from "#upstream/text/name-key";

/** Of what carries a tag, or is by an author, so many of the newest are found by that. */
const NAMED_MAX = 100;

/** Documents that a query names by something else than their words. */
export type Named = {
  /** Documents that carry the query as a tag. */
  tagged: number[];
  /** Documents by who is called so. */
  authored: number[];
};

/** Documents with a tag, or an author, of the name that was typed. */
export async function namedBy(db: Db, text: string): Promise<Named> {
  const name = text.normalize("NFKC").replace(/\s+/g, " ").trim();
  if (name === "" || name.length > NAME_MAX) return { tagged: [], authored: [] };
  const [tagged, authored] = await Promise.all([taggedSo(db, name), byAuthor(db, name)]);
  return { tagged, authored };
}
const NAME_MAX = 40;

async function taggedSo(db: Db, name: string): Promise<number[]> {
  const lower = name.toLowerCase();
  const spellings = [...new Set([name, lower, name.toUpperCase(), lower.charAt(0).toUpperCase() + lower.slice(1)])];
  const lists = kindsWith("tagged").map(
    (kind) => sql`select * from (select d.id from taggings t
      join search_documents d on d.kind = t.kind and d.item_id = t.item_id
      where t.kind = ${sql.lit(kind)} and t.tag in (${sql.join(spellings)})
      order by t.created_at desc limit ${sql.lit(NAMED_MAX)}) as ${sql.ref(`of_${kind}`)}`,
  );
  const { rows } = await sql<{ id: number }>`${sql.join(lists, sql` union all `)}`.execute(db);
  return rows.map(({ id }) => id);
}

async function byAuthor(db: Db, name: string): Promise<number[]> {
  const author = await db
    .selectFrom("users")
    .select("id")
    .where("name_key", "=", nameKey(name))
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!author) return [];
  const lists = kindsWith("searchable")
    .filter((kind) => hasTrait(kind, "owned"))
    .map(
      (kind) => sql`select * from (select d.id from ${sql.table(STORED[kind].table)} t
      join search_documents d on d.kind = ${sql.lit(kind)} and d.item_id = t.id
      where t.author_id = ${author.id} and t.deleted_at is null
      order by t.created_at desc limit ${sql.lit(NAMED_MAX)}) as ${sql.ref(`of_${kind}`)}`,
    );
  const { rows } = await sql<{ id: number }>`${sql.join(lists, sql` union all `)}`.execute(db);
  return rows.map(({ id }) => id);
}
