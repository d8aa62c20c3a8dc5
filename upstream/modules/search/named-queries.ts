import { type RawBuilder, sql } from "kysely";
import type { NamedSort } from "#app/contract/reading/search-named";
import type { Db } from "#upstream/db/dialect";
import { contains, containsWord } from "#upstream/db/like";
import { AUTHOR_SQL, type AuthorColumns } from "#upstream/modules/author/author";
import { nameKey } from "#upstream/text/name-key";

/** A thing found by name. */
export type NamedRow = {
  id: number | null;
  name: string;
  text: string;
  count: number | null;
  at: string | null;
} & (AuthorColumns | object);

const WORDS_MAX = 5;

/** Marks between words, unless they belong to a name: C++, C#, .NET, node.js. */
const BETWEEN_WORDS = /(?:(?![+#.])[\p{P}\p{S}]|\s)+/u;

/**
 * Words of a query. Marks are left out, since a title may have others: full-width ones, or quotes. A query of nothing
 * but marks is looked for as it is.
 */
function wordsOf(q: string): string[] {
  const words = q.split(BETWEEN_WORDS).flatMap((word) => word.replace(/\.+$/, "") || []);
  return (words.length > 0 ? words : q.split(/\s+/).filter(Boolean)).slice(0, WORDS_MAX);
}

/** SQL condition: a text contains every word. */
const hasAll = (text: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> =>
  sql`(${sql.join(
    words.map((word) => containsWord(text, word)),
    sql` and `,
  )})`;

type Part = { from: RawBuilder<unknown>; columns: RawBuilder<unknown>; order: RawBuilder<unknown> };

function edited(table: "activities" | "announcements", at: "starts_at" | "created_at", words: readonly string[]): Part {
  const time = sql.ref(`t.${at}`);
  return {
    from: sql`${sql.table(table)} t where t.deleted_at is null and ${hasAll(sql`(t.title || ' ' || t.content)`, words)}`,
    columns: sql`t.id, t.title as name, t.excerpt as text, null as count, ${time} as at`,
    order: sql`case when ${hasAll(sql`t.title`, words)} then 0 else 1 end, ${time} desc, t.id desc`,
  };
}

function parts(words: readonly string[], q: string): Record<NamedSort, Part> {
  return {
    activity: edited("activities", "starts_at", words),
    announcement: edited("announcements", "created_at", words),
    user: {
      // Only the index of `name_key` is scanned, and rows of matching people read.
      from: sql`users u where ${contains(sql`u.name_key`, nameKey(q))} and u.deleted_at is null`,
      columns: sql`u.id, u.nickname as name, u.headline as text, u.fans_count as count, null as at, ${AUTHOR_SQL}`,
      order: sql`u.fans_count desc, u.id`,
    },
    tag: {
      from: sql`tags t where t.total > 0 and t.alias_of is null and t.hidden_at is null and ${hasAll(sql`t.name`, words)}`,
      columns: sql`null as id, t.name, '' as text, t.total as count, null as at`,
      order: sql`t.total desc, t.name`,
    },
  };
}

/** One page of things found by name; two statements. */
export async function findNamed(
  db: Db,
  { kind, q, page, pageSize }: { kind: NamedSort; q: string; page: number; pageSize: number },
): Promise<{ rows: NamedRow[]; total: number }> {
  const words = wordsOf(q);
  if (words.length === 0 || nameKey(q) === "") return { rows: [], total: 0 };
  const { from, columns, order } = parts(words, q)[kind];
  const counted = await sql<{ total: number }>`select count(*) as total from ${from}`.execute(db);
  const total = Number(counted.rows[0]?.total ?? 0);
  const offset = (page - 1) * pageSize;
  if (offset >= total) return { rows: [], total };
  const { rows } = await sql<NamedRow>`select ${columns} from ${from}
    order by ${order} limit ${pageSize} offset ${offset}`.execute(db);
  return { rows, total };
}
