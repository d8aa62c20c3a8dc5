import { sql } from "kysely";
import type { RemovableContent } from "#app/contract/admin/content/content";
import type { PlacedText } from "#app/contract/admin/thing";
import { found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import { stateOfThing } from "./things";

/** A text with its rendered HTML; empty for a comment. */
type Whole = PlacedText & { contentHtml: string };

/** Loads a member's whole text, deleted or not. @throws BusinessError NOT_FOUND if it was purged */
export async function placedTextOf(db: Db, { kind, id }: RemovableContent): Promise<Whole> {
  const columns =
    kind === "comment"
      ? sql`'' as title, t.text as content, '' as html, t.target_kind, t.target_id`
      : kind === "answer"
        ? sql`'' as title, t.content, t.content_html as html, 'answer' as target_kind, t.id as target_id`
        : sql`t.title, t.content, t.content_html as html`;
  const { rows } = await sql<Stored>`select t.deleted_at, t.removed_at, ${columns}
    from ${sql.table(STORED[kind].table)} t where t.id = ${id}`.execute(db);
  const { title, content, html, target_kind, target_id, ...thing } = found(rows[0]);
  const place = target_kind && target_id ? await placeAt(db, target_kind, target_id) : null;
  return { state: stateOfThing(thing), title, content, contentHtml: html, place };
}

type Target = NonNullable<PlacedText["place"]>;
type Stored = {
  title: string;
  content: string;
  html: string;
  deleted_at: string | null;
  removed_at: string | null;
  target_kind?: Target["kind"];
  target_id?: number;
};

async function placeAt(db: Db, kind: Target["kind"], id: number): Promise<Target | null> {
  const { rows } =
    kind === "answer"
      ? await sql<{ title: string; question_id: number | null }>`select q.title, q.id as question_id
          from answers a join questions q on q.id = a.question_id where a.id = ${id}`.execute(db)
      : await sql<{ title: string; question_id: number | null }>`select t.title, null as question_id
          from ${sql.table(STORED[kind].table)} t where t.id = ${id}`.execute(db);
  const [row] = rows;
  return row ? { kind, id, title: row.title, questionId: row.question_id } : null;
}
