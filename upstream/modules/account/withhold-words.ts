import type { KindWith } from "#app/contract/kinds";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";

type Row = Record<string, unknown>;

/** Columns of a proposal with the words of a text that is somebody else's. */
const WORDS = /^words_/;

/**
 * Leaves out of a person's proposals the words of texts that are deleted or removed, which only their authors and staff
 * can read by then; the reason, the state and the answer stay. Other kinds stay as they are.
 */
export async function withholdWords(db: Db, kind: string, rows: readonly Row[]): Promise<readonly Row[]> {
  if (kind !== "proposals") return rows;
  const here = new Set<string>();
  for (const of of new Set(rows.map((row) => row.kind as KindWith<"drafted">))) {
    const ids = rows.flatMap((row) => (row.kind === of ? Number(row.item_id) : []));
    const found = await db
      .selectFrom(STORED[of].table as "articles")
      .select("id")
      .where("id", "in", ids)
      .where("deleted_at", "is", null)
      .execute();
    for (const { id } of found) here.add(`${of}/${id}`);
  }
  return rows.map((row) =>
    here.has(`${row.kind}/${row.item_id}`)
      ? row
      : Object.fromEntries(Object.entries(row).filter(([column]) => !WORDS.test(column))),
  );
}
