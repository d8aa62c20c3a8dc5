import { sql } from "kysely";
import { hasTrait, type KindWith, kindsWith } from "#app/contract/kinds";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import type { EventRow } from "./queries";

type PlaceKind = Exclude<KindWith<"notified">, "answer" | "comment">;
const PLACES: readonly PlaceKind[] = kindsWith("notified").filter((kind) => kind !== "answer" && kind !== "comment");

/** Page that shows something. */
type SubjectPage = { kind: PlaceKind; id: number; answerId: number | null; title: string };
/** Subject of a notification, with its author, who is null for a case, and its first words. */
export type Subject = SubjectPage & {
  commentId: number | null;
  parentId: number | null;
  authorId: number | null;
  excerpt: string;
};

type Row = {
  kind: string;
  id: number;
  page_id: number;
  answer_id: number | null;
  author_id: number | null;
  title: string;
  excerpt: string;
};

/** Subjects of events, by `answer/12`; one statement per kind. */
export async function subjectsOf(db: Db, events: readonly EventRow[]): Promise<Map<string, Subject>> {
  const wanted = new Map<string, Set<number>>();
  const want = (kind: string, id: number) => wanted.set(kind, (wanted.get(kind) ?? new Set()).add(id));
  for (const event of events) {
    want(event.target_kind, event.target_id);
    if (event.source_kind) want(event.source_kind, event.source_id);
  }
  const ids = (kind: string) => [...(wanted.get(kind) ?? [])];
  const comments = await commentRows(db, ids("comment"));
  for (const row of comments) want(row.target_kind, row.target_id);
  const rows: Row[] = [];
  for (const [kind, read] of Object.entries(READERS)) if (ids(kind).length) rows.push(...(await read(db, ids(kind))));
  const subjects = new Map<string, Subject>(rows.map((row) => [`${row.kind}/${row.id}`, subjectOf(row)]));
  for (const { id, parent_id, author_id: authorId, target_kind, target_id, text } of comments) {
    const place = subjects.get(`${target_kind}/${target_id}`);
    if (place) subjects.set(`comment/${id}`, { ...place, commentId: id, parentId: parent_id, authorId, excerpt: text });
  }
  return subjects;
}

function subjectOf(row: Row): Subject {
  const { answer_id: answerId, author_id: authorId, title, excerpt } = row;
  const kind = PLACES.find((place) => place === row.kind) ?? "question";
  return { kind, id: row.page_id, answerId, authorId, title, excerpt, commentId: null, parentId: null };
}

async function commentRows(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom("comments")
    .select(["id", "parent_id", "author_id", "target_kind", "target_id", "text"])
    .where("id", "in", ids)
    .execute();
}

const titled = (table: string, kind: PlaceKind) => async (db: Db, ids: readonly number[]) => {
  const author = hasTrait(kind, "owned") ? sql.ref("author_id") : sql`null`;
  const { rows } = await sql<Row>`select ${sql.lit(kind)} as kind, id, id as page_id, null as answer_id,
    ${author} as author_id, title, excerpt from ${sql.table(table)} where id in (${sql.join(ids)})`.execute(db);
  return rows;
};

const READERS: Record<string, (db: Db, ids: readonly number[]) => Promise<Row[]>> = {
  ...Object.fromEntries(PLACES.map((kind) => [kind, titled(STORED[kind].table, kind)])),
  async answer(db, ids) {
    const { rows } =
      await sql<Row>`select 'answer' as kind, a.id, q.id as page_id, a.id as answer_id, a.author_id, q.title, a.excerpt
      from answers a join questions q on q.id = a.question_id where a.id in (${sql.join(ids)})`.execute(db);
    return rows;
  },
};
