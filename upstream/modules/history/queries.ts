import { sql } from "kysely";
import type { HistoryKind } from "#app/contract/writing/history";
import { found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import { AUTHOR_COLUMNS, type AuthorColumns } from "#upstream/modules/author/author";

/** A text by kind and id. */
export type VersionedText = { kind: HistoryKind; id: number };
/** A published text, with what its history needs. */
export type Piece = AuthorColumns & { title: string; version: number; question_id: number | null };

/** A published text with its author. @throws BusinessError NOT_FOUND if readers can't read it */
export async function findPiece(db: Db, { kind, id }: VersionedText): Promise<Piece> {
  const query = kind === "answer" ? answerAt(db, id) : titledAt(db, kind, id);
  return found<Piece>(await query.executeTakeFirst());
}

const titledAt = (db: Db, kind: Exclude<HistoryKind, "answer">, id: number) =>
  db
    .selectFrom(`${STORED[kind].table as "articles"} as t`)
    .innerJoin("users as u", "u.id", "t.author_id")
    .select([...AUTHOR_COLUMNS, "t.version", "t.title", sql<null>`null`.as("question_id")])
    .where("t.id", "=", id)
    .where("t.deleted_at", "is", null);

const answerAt = (db: Db, id: number) =>
  db
    .selectFrom("answers as t")
    .innerJoin("users as u", "u.id", "t.author_id")
    .innerJoin("questions as q", "q.id", "t.question_id")
    .select([...AUTHOR_COLUMNS, "t.version", "q.title", "q.id as question_id"])
    .where("t.id", "=", id)
    .where("t.deleted_at", "is", null)
    .where("q.deleted_at", "is", null);

/** Versions of a text without their content. */
export const editsOf = (db: Db, { kind, id }: VersionedText) =>
  db
    .selectFrom("text_versions")
    .select(["version", "author_id", "written_at", "reason", "withheld"])
    .where("kind", "=", kind)
    .where("item_id", "=", id);

/** A version of a text without its content. */
export type EditRow = Awaited<ReturnType<ReturnType<typeof editsOf>["execute"]>>[number];
