import { sql } from "kysely";
import type { Services } from "#upstream/call/context";
import { contains } from "#upstream/db/like";
import { STORED } from "#upstream/db/stored-kinds";

/** Kinds of texts that an import creates. */
export const IMPORTED_KINDS = ["article", "question", "answer"] as const;
/** Kind of an imported text. */
export type ImportedKind = (typeof IMPORTED_KINDS)[number];
/** Imported text; `source` is its key. */
export type ImportedText = { source: string; id: number; content: string; content_html: string };

const TEXTS_AT_ONCE = 50;

/** Prefix of the keys of a folder's or site's texts. */
export const prefixOf = (from: string): string => `${from}/`.normalize("NFC");
/** Name of a text in the folder, or the site, that it came from. */
export const importedName = (from: string, { source }: ImportedText): string => source.slice(prefixOf(from).length);

/** Loads the next imported texts of a folder or site, in order of id; only those containing `words`, if given. */
export async function importedTexts(
  { db }: Pick<Services, "db">,
  { from, kind, after, words = "" }: { from: string; kind: ImportedKind; after: number; words?: string },
): Promise<ImportedText[]> {
  const prefix = prefixOf(from);
  const only = words === "" ? sql`` : sql`and ${contains(sql`one.content`, words)}`;
  const { rows } = await sql<ImportedText>`select imports.source, one.id, one.content, one.content_html
    from imports join ${sql.table(STORED[kind].table)} as one on one.id = imports.item_id
    where imports.kind = ${kind} and substr(imports.source, 1, ${prefix.length}) = ${prefix} and one.id > ${after} ${only}
    order by one.id limit ${sql.lit(TEXTS_AT_ONCE)}`.execute(db);
  return rows;
}
