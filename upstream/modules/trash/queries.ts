import { sql } from "kysely";
import { type KindWith, kindsWith } from "#app/contract/kinds";
import type { Db } from "#upstream/db/dialect";
import { storedAs } from "#upstream/db/stored-kinds";

const SHOWN_MAX = 50;

/** Texts that somebody deleted since a time and can restore, latest first; without those whose parent is gone. */
export async function listTrash(db: Db, userId: number, since: string) {
  const lists = kindsWith("drafted").map((kind) => {
    const { table, under } = storedAs(kind);
    const [title, place] = under
      ? [sql`q.title`, sql`join questions q on q.id = i.question_id and q.deleted_at is null`]
      : [sql`i.title`, sql``];
    return sql`select ${sql.lit(kind)} as kind, i.id as id, ${title} as title, i.excerpt as excerpt,
      i.deleted_at as deleted_at from ${sql.table(table)} i ${place}
      where i.author_id = ${userId} and i.deleted_at >= ${since} and i.removed_at is null`;
  });
  const { rows } = await sql<{
    kind: KindWith<"drafted">;
    id: number;
    title: string;
    excerpt: string;
    deleted_at: string;
  }>`${sql.join(lists, sql` union all `)} order by deleted_at desc, id desc limit ${sql.lit(SHOWN_MAX)}`.execute(db);
  return rows;
}

/** Things of somebody's that staff removed, latest first; comments with their full text. */
export async function listRemoved(db: Db, userId: number) {
  const lists = kindsWith("recoverable").map((kind) => {
    const { table, under } = storedAs(kind);
    const title = under ? sql`(select q.title from questions q where q.id = i.question_id)` : sql`i.title`;
    const [name, words] = kind === "comment" ? [sql`''`, sql`i.text`] : [title, sql`i.excerpt`];
    return sql`select ${sql.lit(kind)} as kind, i.id as id, ${name} as title, ${words} as excerpt,
      i.removed_reason as reason, i.removed_at as removed_at from ${sql.table(table)} i
      where i.author_id = ${userId} and i.removed_at is not null`;
  });
  const { rows } = await sql<{
    kind: KindWith<"recoverable">;
    id: number;
    title: string;
    excerpt: string;
    reason: string;
    removed_at: string;
  }>`${sql.join(lists, sql` union all `)} order by removed_at desc, id desc limit ${sql.lit(SHOWN_MAX)}`.execute(db);
  return rows;
}
