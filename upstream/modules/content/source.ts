import type { WrittenKind } from "#app/contract/writing/editor-fields";
import { BusinessError, found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { storedAs } from "#upstream/db/stored-kinds";
import { type EditorColumns, editorColumns, fromColumns, type StoredFields } from "./editor-columns";

/** Row that an editor of a kind starts from. */
export type SourceRow<K extends WrittenKind> = EditorColumns<K> & {
  id: number;
  author_id: number;
  version: number;
  updated_at: string;
} & (K extends "answer" ? { question_id: number } : unknown);

/** Loads the row for an editor; undefined if it does not exist or is deleted. */
export async function findSource<K extends WrittenKind>(
  db: Db,
  kind: K,
  id: number,
): Promise<SourceRow<K> | undefined> {
  const { table, under } = storedAs(kind);
  const row = await db
    .selectFrom(table as "answers")
    .select(["id", "author_id", "version", "updated_at", ...(editorColumns(kind) as "content"[])])
    .$if(under !== undefined, (query) => query.select("question_id"))
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row as SourceRow<K> | undefined;
}

/** Data that an editor starts from, and that a conflicting change is compared with. */
export type SourceView<K extends WrittenKind> = StoredFields<K> & { id: number; version: number } & (K extends "answer"
    ? { questionId: number }
    : unknown);

/** Maps a stored row to editor data. */
export const sourceView = <K extends WrittenKind>(kind: K, row: SourceRow<K>): SourceView<K> =>
  ({
    id: row.id,
    ...("question_id" in row ? { questionId: row.question_id } : {}),
    ...fromColumns(kind, row),
    version: row.version,
  }) as SourceView<K>;

/**
 * Loads the editor data of the caller's own text. @throws BusinessError NOT_FOUND; FORBIDDEN if it is somebody else's
 */
export async function ownSource<K extends WrittenKind>(
  db: Db,
  kind: K,
  { id, userId }: { id: number; userId: number },
): Promise<SourceView<K>> {
  const row = found(await findSource(db, kind, id));
  if (row.author_id !== userId) throw new BusinessError("FORBIDDEN");
  return sourceView(kind, row);
}
