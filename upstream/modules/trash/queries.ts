import { type RawBuilder, sql } from "kysely";
import { type KindWith, kindsWith } from "#app/contract/kinds";
import type { Db } from "#upstream/db/dialect";
import { storedAs } from "#upstream/db/stored-kinds";
import { isRemovedOf } from "#upstream/modules/content/removed-of";

type Page = { page: number; pageSize: number };

type Trash = { userId: number; since: string; kinds: readonly KindWith<"drafted">[] };

/** Texts that somebody deleted since a time and can restore, latest first; without those whose parent is gone. */
export function listTrash(db: Db, { userId, since, kinds }: Trash, page: Page) {
  const lists = kinds.map((kind) => {
    const { table, under } = storedAs(kind);
    const [title, place] = under
      ? [sql`q.title`, sql`join questions q on q.id = i.question_id and q.deleted_at is null`]
      : [sql`i.title`, sql``];
    return sql`select ${sql.lit(kind)} as kind, i.id as id, ${title} as title, i.excerpt as excerpt,
      i.deleted_at as deleted_at from ${sql.table(table)} i ${place}
      where i.author_id = ${userId} and i.deleted_at >= ${since} and i.removed_at is null`;
  });
  type Row = { kind: KindWith<"drafted">; id: number; title: string; excerpt: string; deleted_at: string };
  return pageOf<Row>(db, { lists, by: "deleted_at" }, page);
}

/** Things of somebody's that staff removed, latest first; comments with their full text. */
export function listRemoved(db: Db, userId: number, page: Page) {
  const lists = kindsWith("recoverable").map((kind) => {
    const { table, under } = storedAs(kind);
    const title = under ? sql`(select q.title from questions q where q.id = i.question_id)` : sql`i.title`;
    const [name, words] = kind === "comment" ? [sql`''`, sql`i.text`] : [title, sql`i.excerpt`];
    return sql`select ${sql.lit(kind)} as kind, i.id as id, ${name} as title, ${words} as excerpt,
      i.removed_reason as reason, i.removed_at as removed_at from ${sql.table(table)} i
      where ${isRemovedOf("i", userId)}`;
  });
  type Row = {
    kind: KindWith<"recoverable">;
    id: number;
    title: string;
    excerpt: string;
    reason: string;
    removed_at: string;
  };
  return pageOf<Row>(db, { lists, by: "removed_at" }, page);
}

type Lists = { lists: readonly RawBuilder<unknown>[]; by: "deleted_at" | "removed_at" };

/** One page of several lists together, latest first, and the number of all entries. */
async function pageOf<Row>(db: Db, { lists, by }: Lists, { page, pageSize }: Page) {
  const all = sql`(${sql.join(lists, sql` union all `)}) as entries`;
  const counted = await sql<{ total: number }>`select count(*) as total from ${all}`.execute(db);
  const { rows } = await sql<Row>`select * from ${all} order by ${sql.ref(by)} desc, kind, id desc
    limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  return { rows, total: Number(counted.rows[0]?.total ?? 0) };
}
