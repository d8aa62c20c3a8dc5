import { sql } from "kysely";
import type { KindWith } from "#app/contract/kinds";
import type { Db } from "#upstream/db/dialect";

const SHOWN_MAX = 50;

/** Texts that somebody deleted since a time and can restore, the last first. */
export async function listTrash(db: Db, userId: number, since: string) {
  const { rows } = await sql<{
    kind: KindWith<"drafted">;
    id: number;
    title: string;
    excerpt: string;
    deleted_at: string;
  }>`select 'question' as kind, id, title, excerpt, deleted_at from questions
      where author_id = ${userId} and deleted_at >= ${since}
    union all select 'article', id, title, excerpt, deleted_at from articles
      where author_id = ${userId} and deleted_at >= ${since}
    union all select 'answer', a.id, q.title, a.excerpt, a.deleted_at from answers a
      join questions q on q.id = a.question_id
      where a.author_id = ${userId} and a.deleted_at >= ${since} and q.deleted_at is null
    order by deleted_at desc, id desc limit ${sql.lit(SHOWN_MAX)}`.execute(db);
  return rows;
}
