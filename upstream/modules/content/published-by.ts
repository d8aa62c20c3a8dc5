import { sql } from "kysely";
import { kindsWith } from "#app/contract/kinds";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import { isDeletedWithParent } from "./deleted-with-parent";
import { idsBy } from "./ids-by";

/**
 * Everything that somebody published and that can contain pictures. That includes what staff removed or what was deleted
 * with its question, since others can bring it back; what its author deleted, nobody can.
 */
export async function publishedBy(trx: Db, authorId: number): Promise<string[]> {
  const texts: string[] = [];
  for (const kind of kindsWith("drafted")) {
    // The rendered text includes everything in the source.
    for (const column of STORED[kind].texts.filter((name) => name !== "content")) {
      const { rows } = await sql<{
        text: string;
      }>`select ${sql.ref(column)} as text from ${sql.table(STORED[kind].table)}
        where id in ${idsBy(kind, authorId)} and ${sql.ref(column)} is not null
          and (deleted_at is null or removed_at is not null or ${isDeletedWithParent(kind)})`.execute(trx);
      texts.push(...rows.map(({ text }) => text));
    }
  }
  return texts;
}
